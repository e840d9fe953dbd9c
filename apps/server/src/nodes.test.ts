import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRedis } from '@foyer/service/redis/redis'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { events } from './db/schema/index.js'
import { type BuiltServer, buildServer, listening, type StartedProcess } from './test/buildServer.js'
import { demo, openApi, openTestDatabase } from './test/openApi.js'

waitForRedis()

let postgres: LentPostgres
let redis: RunningRedis
let built: BuiltServer
beforeAll(async () => {
  ;[postgres, redis, built] = await Promise.all([lendPostgres(), startRedis(), buildServer()])
})
afterEach(() => built.killAll())
afterAll(() => Promise.all([postgres?.stop(), redis?.stop(), built?.remove()]))

describe('two nodes on one PostgreSQL and one Redis', () => {
  const twoNodes = async ({ burst }: { burst: number }) => {
    const url = await postgres.createDatabase()
    const nodes = [1, 2].map(async () => {
      const database = await openTestDatabase({ kind: 'postgres', url })
      const shared = await openRedis({ url: redis.url, now: Date.now })
      const api = await openApi({ database, redis: shared, burst })
      return { api, stop: () => Promise.all([database.close(), shared.close()]) }
    })
    const [one, other] = await Promise.all(nodes)
    if (!one || !other) throw new Error('No nodes.')
    return { one: one.api, other: other.api, stop: () => Promise.all([one.stop(), other.stop()]) }
  }

  test('count a project’s requests together, to the last one', async () => {
    const { one, other, stop } = await twoNodes({ burst: 50 })
    const path = '/v1/supported-chains?projectId=demo'
    const page = { origin: 'https://dapp.example' }
    const asked = Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? one : other).get(path, page))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
    await stop()
  })

  test('see within seconds what was made on the other', async () => {
    const { one, other, stop } = await twoNodes({ burst: 1_000 })
    const path = '/v1/supported-chains?projectId=fresh'
    expect((await other.get(path)).status).toBe(401)
    await one.services.projects.create({ ...demo, id: 'fresh', url: undefined, iconUrl: undefined })
    expect((await one.get(path)).status).toBe(200)
    other.time += 5_000
    expect((await other.get(path)).status).toBe(200)
    await stop()
  })
})

/** The answer to a client of a proxy in front of two nodes. */
interface Answer {
  readonly status: number
  /** the node that answered or was asked last */
  readonly node: number
}

/**
 * A proxy as usual ones are: takes the nodes in turn, goes on to the other when one can't be connected to, and repeats a read
 * that was cut off; a write that was cut off failed, since it may have been done.
 */
function createProxy(ports: readonly number[]) {
  let turn = 0
  const inFlight = new Map<symbol, number>()
  const begun = ports.map(() => 0)
  const once = ({ node, path, body }: { node: number; path: string; body?: string | undefined }): Promise<Answer> => {
    const id = Symbol()
    inFlight.set(id, node)
    begun[node] = (begun[node] ?? 0) + 1
    return new Promise<Answer>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const call = request({ host: '127.0.0.1', port: ports[node], path, method, agent: false }, (response) => {
        response.resume().once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, node }))
      })
      call.once('error', reject)
      call.end(body)
    }).finally(() => inFlight.delete(id))
  }
  const ask = async (call: { path: string; body?: string | undefined }): Promise<Answer> => {
    const node = turn++ % ports.length
    try {
      return await once({ ...call, node })
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      if (call.body !== undefined && !isRefused) throw error
      return once({ ...call, node: (node + 1) % ports.length })
    }
  }
  /** Those that a node had in hand since a moment. */
  const watch = (node: number) => {
    const [before, then] = [[...inFlight.values()].filter((each) => each === node).length, begun[node] ?? 0]
    return () => before + (begun[node] ?? 0) - then
  }
  return { ask, watch }
}

test('one of two nodes is killed under load, and no request fails beyond those in flight', async () => {
  const url = await postgres.createDatabase()
  const env = {
    PORT: '0',
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    PICTURES_DIR: await mkdtemp(join(tmpdir(), 'foyer-pictures-')),
    RATE_LIMIT_BURST: '1000000',
    PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo', analyticsEnabled: true }]),
  }
  const nodes: StartedProcess[] = [built.start({ env }), built.start({ env })]
  const ports = await Promise.all(nodes.map(async (node) => Number((await node.line(listening))[1])))
  const proxy = createProxy(ports)
  const reads: number[] = []
  const stored: string[] = []
  const answeredBy = [0, 0]
  let failedWrites = 0
  let isOver = false
  const reader = async () => {
    while (!isOver) {
      const { status, node } = await proxy.ask({ path: '/projects/v1/origins?projectId=demo' })
      reads.push(status)
      answeredBy[node] = (answeredBy[node] ?? 0) + 1
    }
  }
  const writer = async () => {
    while (!isOver) {
      const eventId = randomUUID()
      const props = { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } }
      const body = { eventId, url: 'https://d.example/', domain: 'd.example', timestamp: 1_767_225_600_000, props }
      const answer = await proxy
        .ask({ path: '/e?projectId=demo&st=appkit&sv=x', body: JSON.stringify(body) })
        .catch(() => null)
      if (answer === null) failedWrites += 1
      else expect(answer.status).toBe(202)
      if (answer !== null) stored.push(eventId)
    }
  }
  const load = Promise.all([...Array.from({ length: 6 }, reader), ...Array.from({ length: 4 }, writer)])
  const progress = async (more: number) => {
    const until = reads.length + more
    await expect.poll(() => reads.length).toBeGreaterThan(until)
  }
  await progress(200)
  // Which of the reads are whose is left to chance, as requests take their turns.
  await expect.poll(() => answeredBy[0]).toBeGreaterThan(50)
  const inHand = proxy.watch(0)
  nodes[0]?.child.kill('SIGKILL')
  await nodes[0]?.ended
  const inFlight = inHand()
  const [before = 0] = answeredBy
  await progress(300)
  isOver = true
  await load

  expect(before).toBeGreaterThan(50)
  expect(reads.every((status) => status === 200)).toBe(true)
  expect(failedWrites).toBeLessThanOrEqual(inFlight)
  const database = await openTestDatabase({ kind: 'postgres', url })
  const kept = new Set((await database.orm.select({ id: events.id }).from(events)).map(({ id }) => id))
  expect(stored.filter((id) => !kept.has(id))).toEqual([])
  await database.close()
})
