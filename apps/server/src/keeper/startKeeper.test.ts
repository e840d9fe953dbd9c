import { keeperNonceCall } from '@foyer/embedded/custody'
import { afterEach, expect, test } from 'vitest'
import type { Mail } from '../mail/mail.js'
import { handClock } from '../test/handClock.js'
import { createKeeperApp } from './keeperApp.js'
import type { KeeperConfig } from './keeperConfig.js'
import { createKeeperSecret } from './keeperKeys.js'
import { startKeeper } from './startKeeper.js'
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
        secret: await createKeeperSecret(keys),
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

test('a keeper with a token shows its figures to whoever has it', async () => {
  const { keeper } = await started({ metricsToken: 'the-token-of-the-keeper' })
  const metrics = (token: string) => fetch(`${keeper.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect([(await metrics('another-token-of-16')).status, (await metrics('the-token-of-the-keeper')).status]).toEqual([
    404, 200,
  ])
})

test('a keeper whose secret is of other keys doesn’t start', async () => {
  const secret = await createKeeperSecret([keysNamed('one', 2)])
  await expect(started({ secret })).rejects.toMatchObject({ code: 'does_not_open' })
})

test('a keeper whose port is taken doesn’t start, and holds nothing', async () => {
  const { keeper } = await started()
  await expect(started({ port: keeper.port })).rejects.toThrow()
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
