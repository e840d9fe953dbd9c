import { afterEach, expect, test, vi } from 'vitest'
import {
  begin,
  confirm,
  createDevice,
  firstLogin,
  mailAfter,
  minuteMs,
  startWorld,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

const metricsToken = 'the-token-of-the-keeper'
const figures = async (world: World, token: string) =>
  world.app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })

let world: World | undefined
afterEach(() => world?.close())

test('figures stand nowhere without their token', async () => {
  world = await startWorld()
  expect((await figures(world, 'undefined')).status).toBe(404)
  await world.close()
  world = await startWorld({ metricsToken })
  expect((await figures(world, `${metricsToken}x`)).status).toBe(404)
  expect((await figures(world, metricsToken)).status).toBe(200)
})

test('[F28] the keeper’s operator sees what it wrote about, what was refused and how its mails went, and nothing of whose', async () => {
  world = await startWorld({ metricsToken })
  await firstLogin(world, { to: 'canary@mail.example' })
  world.clock.pass(minuteMs)
  const [device, sent] = [await createDevice(), world.mails.length]
  const { ceremony, digits } = await begin(world, { device, to: 'canary@mail.example' })
  await mailAfter(world, sent)
  await confirm(world, await createDevice(), world.link(), wrong(digits))
  await expect(stateOf(world, await createDevice(), ceremony)).rejects.toThrow('ceremony_over')
  const known = world
  const read = async () => (await figures(known, metricsToken)).text()
  await vi.waitFor(async () =>
    expect(await read()).toContain('foyer_mails_total{queue="keeper mails",outcome="sent"} 4'),
  )
  const text = await read()
  for (const line of [
    'foyer_keeper_letters_total{occasion="confirm"} 2',
    'foyer_keeper_letters_total{occasion="made"} 1',
    'foyer_keeper_letters_total{occasion="wrongDigits"} 1',
    'foyer_refusals_total{route="/keeper/v1/ceremonies/state",code="ceremony_over"} 1',
    'foyer_http_request_duration_seconds_count{method="POST",route="/keeper/v1/nonce",status="200"}',
    'nodejs_eventloop_lag_seconds',
  ])
    expect(text).toContain(line)
  expect(text).not.toMatch(/canary|dapp\.example/)
})
