import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrationsFolder } from '../migrationsFolder.js'
import { hashOf } from '../pictures/pictureStore.js'
import { startServer } from '../start.js'
import type { DatabaseLocation } from './database.js'
import { openDatabase } from './openDatabase.js'
import { events, formerEvents, nftImages, pictures, projects } from './schema/index.js'
import { type RunningPostgres, startPostgres } from './test/startPostgres.js'

/** Servers as they were released, each with its own migrations. */
const releasesFolder = fileURLToPath(new URL('../../releases/', import.meta.url))
const releases = await readdir(releasesFolder)

let postgres: RunningPostgres
let folder: string
let old: OldServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-upgrade-'))
  postgres = await startPostgres()
})
afterEach(() => old?.stop())
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

interface OldServer {
  readonly url: string
  stop(): Promise<void>
}

const project = {
  id: 'kept',
  name: 'Kept',
  allowedOrigins: ['https://dapp.example'],
  analyticsEnabled: true,
  development: false,
}

async function startOld({ release, env }: { release: string; env: Record<string, string> }): Promise<OldServer> {
  const main = join(releasesFolder, release, 'bin/server.mjs')
  // Its limit isn't what is tried here.
  const settings = { PORT: '0', PROJECTS: JSON.stringify([project]), RATE_LIMIT_BURST: '1000000' }
  const child = spawn(process.execPath, [main], { env: { ...settings, ...env }, cwd: folder, stdio: 'pipe' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const port = await portOf({ child, ended })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function portOf({ child, ended }: { child: ChildProcess; ended: Promise<void> }): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const port = /"port":(\d+).*"msg":"listening"/.exec(output)?.[1]
        if (port !== undefined) resolve(port)
      })
    }
    void ended.then(() => reject(new Error(`It ended before it listened: ${output}`)))
  })
}

const eventOf = (eventId: string) => ({
  eventId,
  url: 'https://dapp.example/',
  domain: 'dapp.example',
  timestamp: 1_767_225_600_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
})

/** An NFT's picture as the former release keeps it: a row. */
const icon = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1)
const ofNft = { chainId: 'eip155:1', contract: `0x${'aa'.repeat(20)}`, tokenId: '7' }
const picturePath = `/v1/nfts/${encodeURIComponent(ofNft.chainId)}/${ofNft.contract}/${ofNft.tokenId}/image`

async function keepPicture(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`insert into nft_images values ($1, 'image/png', $2, now())`, [hashOf(icon), Buffer.from(icon)])
  await client.query(
    `insert into nfts (chain_id, contract, token_id, standard, image_hash, asked_at)
     values ($1, $2, $3, 'erc721', $4, now())`,
    [...Object.values(ofNft), hashOf(icon)],
  )
  await client.end()
}

/** A round of what dapps ask. @returns what was not answered as it should be */
async function ask({
  url,
  eventId,
  more = [],
}: {
  url: string
  eventId: string
  more?: readonly string[]
}): Promise<string[]> {
  const query = 'projectId=kept&st=appkit&sv=html-core-1.7.6'
  const asked: [string, RequestInit?][] = [
    [`/projects/v1/origins?${query}`],
    [`/getAnalyticsConfig?${query}`],
    [`/v1/supported-chains?${query}`],
    [`/e?${query}`, { method: 'POST', body: JSON.stringify(eventOf(eventId)) }],
    ['/readyz'],
    ...more.map((path): [string] => [path]),
  ]
  const answers = asked.map(async ([path, init]) => {
    const answer = await fetch(`${url}${path}`, init)
    return answer.ok ? [] : [`${path}: ${answer.status} ${await answer.text()}`]
  })
  return (await Promise.all(answers)).flat()
}

// As long as its waits may take together.
describe.each(releases)('from release %s', { timeout: 240_000 }, (release) => {
  test('an old node answers all requests while a new one brings the tables up to date', async () => {
    const url = await postgres.createDatabase()
    old = await startOld({ release, env: { DATABASE_URL: url } })
    await keepPicture(url)
    const more = [picturePath]
    const failures: string[] = []
    const sent: string[] = []
    let rounds = 0
    let isOver = false
    const { url: oldUrl } = old
    const visitor = async () => {
      while (!isOver) {
        const eventId = randomUUID()
        failures.push(...(await ask({ url: oldUrl, eventId, more })))
        sent.push(eventId)
        rounds += 1
      }
    }
    const roundsMore = async (more: number) => {
      const until = rounds + more
      await expect.poll(() => rounds, { timeout: 60_000 }).toBeGreaterThan(until)
    }
    const visitors = Promise.all([visitor(), visitor(), visitor()])
    await roundsMore(10)
    const server = await startServer({ port: 0, logLevel: 'silent', database: { kind: 'postgres', url } })
    await roundsMore(20)
    const byNew = randomUUID()
    const newFailures = await ask({ url: server.url, eventId: byNew, more })
    await roundsMore(10)
    isOver = true
    await visitors
    expect([failures, newFailures]).toEqual([[], []])

    const database = await openDatabase({ location: { kind: 'postgres', url }, migrationsFolder: migrationsFolder() })
    const [byDay, former] = [await database.orm.select().from(events), await database.orm.select().from(formerEvents)]
    expect([byDay.map(({ id }) => id), former.length > 0]).toEqual([[byNew], true])
    const kept = [...byDay, ...former]
    // What the new one has copied, the old one still has.
    expect(await database.orm.select().from(pictures)).toMatchObject([{ hash: hashOf(icon), isStored: true }])
    expect(await database.orm.select({ hash: nftImages.hash }).from(nftImages)).toEqual([{ hash: hashOf(icon) }])
    const back = await fetch(`${server.url}${picturePath}`)
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(icon)
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([...sent, byNew]))
    await Promise.all([server.stop(), database.close()])
  })

  test.each([
    ['a folder', async (): Promise<DatabaseLocation> => ({ kind: 'directory', path: join(folder, `data-${release}`) })],
    ['PostgreSQL', async (): Promise<DatabaseLocation> => ({ kind: 'postgres', url: await postgres.createDatabase() })],
  ])('its data in %s is there after the upgrade', async (_, locate) => {
    const location = await locate()
    const env: Record<string, string> =
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATA_DIR: location.kind === 'directory' ? location.path : '' }
    old = await startOld({ release, env })
    const eventId = randomUUID()
    expect(await ask({ url: old.url, eventId })).toEqual([])
    await old.stop()
    const database = await openDatabase({ location, migrationsFolder: migrationsFolder() })
    expect(await database.orm.select().from(projects)).toMatchObject([project])
    expect(await database.orm.select().from(formerEvents)).toMatchObject([{ id: eventId, event: 'MODAL_OPEN' }])
    const steps = await database.orm.execute(sql`select count(*)::int as steps from drizzle.__drizzle_migrations`)
    const files = (await readdir(migrationsFolder())).filter((name) => name.endsWith('.sql'))
    expect(steps).toMatchObject({ rows: [{ steps: files.length }] })
    await database.close()
  })
})
