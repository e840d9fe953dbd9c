import { askEmailChangeCall, cancelEmailChangeCall, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { expect, test } from 'vitest'
import { keeperLimits } from './keeperLimits.js'
import { eachWorld } from './test/eachWorld.js'
import {
  type Answering,
  email as ada,
  askSigned,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  mailsSent,
  refusalOf,
  signed,
  site,
  type World,
} from './test/keeperWorld.js'

/* How often a change of the address may be asked for, and what its device is answered while it waits. */

const [lovelace, countess] = ['lovelace@mail.example', 'countess@mail.example']

let world: World
let own: Device
eachWorld(async (started) => {
  world = started
  own = (await firstLogin(world)).device
  world.clock.pass(2 * dayMs)
})

const asks = (to: string, on: Answering = world, { keys }: Device = own, from = ada) =>
  askSigned(on, { call: askEmailChangeCall, keys, payload: { from, to, site } })
const cancel = (change: string) =>
  askSigned(world, { call: cancelEmailChangeCall, keys: own.keys, payload: { change } })
const waitOf = async (answer: Response) => [(await refusalOf(answer)).code, Number(answer.headers.get('retry-after'))]

test('[F2] a network asks for twenty changes an hour: the same again is none of them, nor what may not be asked for', async () => {
  const here = world.from('10.1.0.7')
  const budget = world.services.keeper.windowOf(keeperLimits.changeNetwork)
  for (let taken = 0; taken < 19; taken += 1) await budget.take({ key: networkOf('10.1.0.7') })
  expect((await refusalOf(await asks(lovelace, here, await createDevice()))).code).toBe('device_unknown')
  const twentieth = await (await asks(lovelace, here)).json()
  expect(await (await asks(lovelace, here)).json()).toEqual(twentieth)
  expect(await waitOf(await asks(countess, here))).toEqual(['too_many_ceremonies', 3_600])
  expect((await asks(countess, world.from('10.2.0.7'))).status).toBe(200)
})

test('[F2] who has asked for three changes is to wait a day; who asks to an address where another of the network has, an hour', async () => {
  for (let asked = 0; asked < 3; asked += 1) await cancel((await (await asks(lovelace)).json()).change)
  expect(await waitOf(await asks(lovelace))).toEqual(['too_many_ceremonies', 86_400])
  const persons = ['bob@mail.example', 'eve@mail.example'] as const
  const answers: Response[] = []
  for (const [index, person] of persons.entries()) {
    const { device } = await firstLogin(world, { to: person })
    answers.push(await asks(countess, world.from(`10.1.0.${index}`), device, person))
  }
  const [first, second] = answers
  if (!first || !second) return expect.fail()
  expect([first.status, await waitOf(second)]).toEqual([200, ['too_many_ceremonies', 3_600]])
})

test('a device waits for news of its change, and is answered after 20 seconds where there are none', async () => {
  const { change } = await (await asks(lovelace)).json()
  await mailsSent(world)
  const state = (known: string) =>
    signed(world, { call: emailChangeStateCall, keys: own.keys, payload: { change, known } })
  const news = state('waiting')
  await expect.poll(() => world.clock.waiting()).toBe(1)
  expect((await cancel(change)).status).toBe(204)
  world.clock.expire()
  expect(await news).toEqual({ status: 'ended', reason: 'cancelled' })
  const none = state('ended')
  await expect.poll(() => world.clock.waiting()).toBe(1)
  world.clock.pass(20_000)
  world.clock.expire()
  expect(await none).toEqual({ status: 'ended', reason: 'cancelled' })
})
