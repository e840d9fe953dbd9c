import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { type RunningPostgres, startPostgres } from '@foyer/service-testing/startPostgres'
import { deployMarket, type StartedChain, startChain } from '@foyer/stack'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { type BuiltServer, buildServer, listening } from '../test/buildServer.js'
import { openTestDatabase } from '../test/openApi.js'
import { followedChain, followForTest } from './test/followForTest.js'
import { rpc, seeded, startActivity } from './test/randomActivity.js'
import { type Truth, truthOfChain, truthOfIndex } from './test/truth.js'

const isFull = Boolean(process.env.FOYER_FULL)
/** The whole figures need minutes; without FOYER_FULL it is tried once that a killed server goes on. */
const { kills, transactions, depths } = isFull
  ? { kills: 50, transactions: 2_000, depths: [30, 15] as const }
  : { kills: 1, transactions: 6, depths: [4, 2] as const }
/** A reorganisation may come while no server is there, so blocks of so many before the last one are unsure. */
const unsure = depths[0] + depths[1]
const chainId = 'eip155:31337'

let postgres: RunningPostgres | undefined
let built: BuiltServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-crash-'))
  built = await buildServer()
  if (isFull) postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all([postgres?.stop(), built?.remove()])
  await rm(folder, { recursive: true, force: true })
})

const metricsToken = 'a-token-of-this-test'

/** Until its figures say that it has taken a step. */
async function untilItFollows({ port, expect }: { port: number; expect: ExpectStatic }): Promise<void> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  await expect.poll(figures, { interval: 20 }).toMatch(/^foyer_indexer_head_blocks\{.*\} \d/m)
}

/** Returns the facts of blocks up to a number, as each begins with its block and position. */
const upTo = (facts: readonly string[], number: number) => facts.filter((fact) => Number.parseInt(fact, 10) <= number)

/** The transactions that a truth is about; what they did stands under their names. */
const placesOf = ({ facts }: Truth) => facts.filter((fact) => /^\d+\/\d+ /.test(fact))

interface Place {
  readonly name: string
  readonly locate: () => Promise<DatabaseLocation>
}
const embedded: Place = {
  name: 'the embedded database',
  locate: async () => ({ kind: 'directory', path: join(folder, 'data') }),
}
const server: Place = {
  name: 'PostgreSQL',
  locate: async () => ({ kind: 'postgres', url: (await postgres?.createDatabase()) ?? '' }),
}

// Side by side: each has a chain and a database of its own, and waits for half of its time.
describe.concurrent.each(isFull ? [embedded, server] : [embedded])('on $name', ({ name, locate }) => {
  let chain: StartedChain
  beforeAll(async () => {
    chain = await startChain({ id: 31337 })
  })
  afterAll(() => chain?.stop())

  test(`a server that is killed (${kills}) in ${transactions} transactions and two reorganisations ends with what the chain holds`, async ({
    expect,
  }) => {
    const { url } = chain
    const location = await locate()
    const random = seeded(name.length)
    const activity = await startActivity({ url, market: await deployMarket({ url }), random })
    const config = followedChain({ url })
    const chains = join(folder, `chains-${name.length}.json`)
    await writeFile(chains, JSON.stringify([config]))
    const env: Record<string, string> = {
      PORT: '0',
      CHAINS: chains,
      LOG_LEVEL: 'info',
      METRICS_TOKEN: metricsToken,
      ...(location.kind === 'postgres' && { DATABASE_URL: location.url }),
      ...(location.kind === 'directory' && { DATA_DIR: location.path }),
    }

    /** In turn: while it starts, when it has just started, and while it follows. */
    const killOnce = async (count: number) => {
      const server = built.start({ env })
      const moment = isFull ? count % 3 : 2
      if (moment > 0) {
        const [, port] = await server.line(listening)
        if (moment === 2) await untilItFollows({ port: Number(port), expect })
      }
      await pause(random() * (isFull ? 1_500 : 200))
      server.child.kill('SIGKILL')
      await server.ended
    }
    const act = async () => {
      for (let count = 0; count < transactions / kills; count += 1) await activity.act()
    }
    for (let count = 0; count < kills; count += 1) {
      await Promise.all([killOnce(count), act()])
      if (count === Math.floor(kills / 3)) await rpc({ url, method: 'anvil_reorg', params: [depths[0], []] })
      if (count === Math.floor((kills * 2) / 3)) await rpc({ url, method: 'anvil_rollback', params: [depths[1]] })
    }

    const database = await openTestDatabase(location)
    const truth = await truthOfChain({ url })
    // Whatever it was killed at: nothing is there by half, neither a block nor a transaction.
    const left = await truthOfIndex({ orm: database.orm, chainId })
    const last = Math.max(-1, ...placesOf(left).map((place) => Number.parseInt(place, 10)))
    expect(last).toBeGreaterThan(0)
    expect(upTo(placesOf(left), last - unsure)).toEqual(upTo(placesOf(truth), last - unsure))
    // And it goes on from there.
    // The next server of an embedded database doesn't wait for the lease of the one before.
    const holder = location.kind === 'directory' ? 'embedded' : undefined
    const indexer = followForTest({ database, chains: [config], holder })
    await expect.poll(async () => await truthOfIndex({ orm: database.orm, chainId }), { interval: 100 }).toEqual(truth)
    await indexer.stop()
    await database.close()
  })
})
