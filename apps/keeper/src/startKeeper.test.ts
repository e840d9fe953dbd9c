import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keeperNonceCall } from '@foyer/custody/keeperCalls'
import { figures } from '@foyer/service/budget/figures'
import type { Mail } from '@foyer/service/mail/mail'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { handClock } from '@foyer/service-testing/handClock'
import { startPostgres } from '@foyer/service-testing/startPostgres'
import { afterEach, expect, test } from 'vitest'
import { createKeeperApp } from './keeperApp.js'
import type { KeeperConfig } from './keeperConfig.js'
import { openKeeperDatabase, startKeeper } from './startKeeper.js'
import {
  type Answering,
  begin,
  createDevice,
  email,
  keysNamed,
  ofPage,
  startWorld,
  type World,
  walletOrigin,
} from './test/keeperWorld.js'

const keys = [keysNamed('one', 1)] as const
const secret = await createKeeperSecret(keys)
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function started(config: Partial<KeeperConfig> = {}) {
  const lines: string[] = []
  const mails: Mail[] = []
  const clock = handClock(1_700_000_000_000)
  const keeper = await startKeeper({
    config: {
      ...{
        database: { kind: 'memory' },
        keys,
        secret,
        walletOrigin,
        holdMs: 0,
        deletionMs: 0,
      },
      ...{ host: '127.0.0.1', port: 0, trustedProxies: [], logLevel: 'info' },
      smtp: { url: 'smtp://127.0.0.1:9', from: 'keeper@wallet.example' },
      ...config,
    },
    logTo: { write: (line) => void lines.push(line) },
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    clock,
  })
  ends.push(keeper.stop)
  return { keeper, lines, mails, clock, said: () => lines.map((line) => JSON.parse(line).msg) }
}

test('a keeper answers from its start to its end, says both in its log, and ends once', async () => {
  const { keeper, lines, said } = await started()
  const get = async (path: string) => (await fetch(`${keeper.url}${path}`)).status
  expect([await get('/healthz'), await get('/readyz'), await get('/metrics'), await get('/')]).toEqual([
    200, 200, 404, 404,
  ])
  for (const path of ['/healthz', '/readyz'])
    expect(await (await fetch(`${keeper.url}${path}`)).json()).toEqual({ status: 'ok' })
  const given = await fetch(`${keeper.url}${keeperNonceCall.path}`, { method: 'POST', headers: ofPage, body: '{}' })
  expect(await given.json()).toEqual({ nonce: expect.stringMatching(/^[\w-]{43}$/) })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'listening', port: keeper.port, database: 'memory' })
  const [one, other] = [keeper.stop(), keeper.stop()]
  expect(one).toBe(other)
  await one
  expect(said().filter((each) => each === 'stopped')).toHaveLength(1)
  await expect(fetch(`${keeper.url}/healthz`)).rejects.toThrow()
})

test('a keeper sends mails from its start on, works in the background, and leaves nothing running at its end', async () => {
  const { keeper, mails, clock } = await started()
  const on: Answering = {
    post: (path, body) =>
      fetch(`${keeper.url}${path}`, { method: 'POST', headers: ofPage, body: JSON.stringify(body) }),
  }
  await begin(on, { device: await createDevice() })
  await expect.poll(() => mails.map(({ to }) => to)).toEqual([email])
  // What is sent late, and what is forgotten, are looked for again after a while.
  await expect.poll(() => clock.waiting()).toBe(2)
  await keeper.stop()
  expect(clock.waiting()).toBe(0)
})

test('a keeper with a token shows its figures to whoever has it, one of which is how many connections it has refused', async () => {
  const { keeper } = await started({ metricsToken: 'the-token-of-the-keeper' })
  const metrics = (token: string) => fetch(`${keeper.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect((await metrics('another-token-of-16')).status).toBe(404)
  // This connection is kept, and is one of them.
  expect(await (await metrics('the-token-of-the-keeper')).text()).not.toContain('limit="connections"')
  const sockets = Array.from({ length: figures.connections.perOwner + 1 }, () =>
    connect(keeper.port, '127.0.0.1').on('error', () => {}),
  )
  ends.unshift(async () => void sockets.map((socket) => socket.destroy()))
  await expect.poll(() => sockets.some(({ closed }) => closed)).toBe(true)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () => (await metrics('the-token-of-the-keeper')).text())
    .toMatch(/^foyer_limit_refusals_total\{limit="connections"\} [1-9]/m)
})

test('a keeper whose secret is of other keys doesn’t start', async () => {
  const secret = await createKeeperSecret([keysNamed('one', 2)])
  await expect(started({ secret })).rejects.toMatchObject({ code: 'does_not_open' })
})

test('a keeper lets go of its folder at its end, and where its port is taken', async () => {
  const path = await mkdtemp(join(tmpdir(), 'foyer-keeper-'))
  ends.push(() => rm(path, { recursive: true, force: true }))
  const [database, { keeper: another }] = [{ kind: 'directory', path } as const, await started()]
  await expect(started({ database, port: another.port })).rejects.toMatchObject({ code: 'port' })
  const { keeper } = await started({ database })
  await expect(started({ database })).rejects.toMatchObject({ code: 'database_in_use' })
  await keeper.stop()
  expect((await fetch(`${(await started({ database })).keeper.url}/readyz`)).status).toBe(200)
})

test('a keeper that is stopped tells who asks in that moment that it is leaving, and says whether all were answered', async () => {
  const { keeper, lines } = await started()
  const socket = connect(keeper.port, '127.0.0.1')
  let answers = ''
  socket.on('data', (part) => {
    answers += part
  })
  const closed = once(socket, 'close')
  const ready = 'GET /readyz HTTP/1.1\r\nhost: h\r\n\r\n'
  socket.write(ready)
  await expect.poll(() => answers).toContain('"ok"')
  // What is written by now is read before the port closes.
  socket.write(ready)
  await Promise.all([keeper.stop(), closed])
  expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '503'])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopped', finished: true })
})

test('a keeper whose Redis is away starts, and says which one it is', async () => {
  const { keeper, lines } = await started({ redisUrl: 'redis://127.0.0.1:9' })
  expect((await fetch(`${keeper.url}/readyz`)).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ redis: 'KEEPER_REDIS_URL', msg: expect.stringMatching(/^Redis is away/) }),
  )
})

test('a keeper says when its PostgreSQL is lost and why, and when it is back', async () => {
  const postgres = await startPostgres()
  const database = { kind: 'postgres', url: await postgres.createDatabase() } as const
  const { keeper, lines, said, clock } = await started({ database })
  const status = async () => {
    clock.pass(10_000) // what was asked just now is asked once
    return (await fetch(`${keeper.url}/readyz`)).status
  }
  // A command of the keeper's opens it without a log.
  const silent = await openKeeperDatabase({ location: database })
  ends.push(silent.close, postgres.stop)
  expect(await status()).toBe(200)
  await postgres.freeze()
  await expect.poll(status).toBe(503)
  await expect(silent.ping()).rejects.toMatchObject({ code: 'database_silent' })
  const lost = 'a connection to the database was lost'
  await expect.poll(said).toContain(lost)
  const why = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === lost)
  expect(why.error).toMatchObject({ name: 'Error', at: expect.any(Array) })
  expect(said()).not.toContain('the database is back')
  await postgres.thaw()
  await expect.poll(said).toContain('the database is back')
  await expect
    .poll(() =>
      silent.ping().then(
        () => 'here',
        () => 'away',
      ),
    )
    .toBe('here')
  await expect.poll(status).toBe(200)
})

const readiness = async (world: World, services: Partial<World['services']>) => {
  const answer = await createKeeperApp({ ...world.services, ...services }).request('/readyz')
  const { reasons: [about] = [] } = await answer.json()
  return [answer.status, about?.name]
}

test('a keeper that leaves, or whose database is away, is sent no requests; it lives on', async () => {
  const world = await startWorld()
  ends.push(world.close)
  expect(await readiness(world, {})).toEqual([200, undefined])
  expect(await readiness(world, { isDraining: () => true })).toEqual([503, 'server'])
  const away = { ping: () => Promise.reject(new Error('away')) }
  expect(await readiness(world, { database: away })).toEqual([503, 'database'])
  const app = createKeeperApp({ ...world.services, database: away, isDraining: () => true })
  expect((await app.request('/healthz')).status).toBe(200)
})
