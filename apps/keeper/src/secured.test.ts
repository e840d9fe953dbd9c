import { encodeBytes, newId } from '@foyer/custody/bytes'
import { continueCall } from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, forgetDeviceCall, forgetPartCall } from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall } from '@foyer/custody/keeperWord'
import { expect, test } from 'vitest'
import { rotateKeeperKeys } from './rotateKeys.js'
import { keeperBindings, keeperDevices } from './tables.js'
import { eachWorld } from './test/eachWorld.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  firstLogin,
  keysNamed,
  mailAfter,
  minuteMs,
  signed,
  site,
  startWorld,
  stateOf,
  type World,
} from './test/keeperWorld.js'

let world: World
let first: Awaited<ReturnType<typeof firstLogin>>
eachWorld(async (started) => {
  world = started
  first = await firstLogin(world)
  world.clock.pass(2 * dayMs)
})

const forget = ({ keys }: Device, wallet = first.wallet) =>
  askSigned(world, { call: forgetPartCall, keys, payload: { wallet } })
const rows = () => world.database.orm.select().from(keeperBindings)

/** A device that has begun and was confirmed by its digits. */
async function confirmedDevice() {
  const device = await createDevice()
  const sent = world.mails.length
  const { ceremony, digits } = await begin(world, { device })
  await mailAfter(world, sent)
  await confirm(world, device, world.link(), digits)
  return { device, ceremony }
}

test('the part of a recovery door that was removed is deleted, by a device or browser of its person', async () => {
  for (const by of [first.device, first.browser, first.device]) expect((await forget(by)).status).toBe(204)
  const [row] = await rows()
  expect(row).toMatchObject({ wallet: first.wallet, person: 'email:ada@mail.example', sealed: null, rowKey: null })
  expect(await rotateKeeperKeys({ orm: world.database.orm, keys: [keysNamed('two', 2), keysNamed('one', 1)] })).toBe(0)
})

test('that of a wallet which has gone to another mailbox is deleted though the login server knows it as the former’s still', async () => {
  const { database, secret, clock } = world
  const knows = (path: string, body: string) => path !== agreeOnWalletCall.path || body.includes('ada@mail.example')
  const loginServer = async (path: string, body: string) =>
    new Response(null, { status: knows(path, body) ? 204 : 409 })
  world = await startWorld({ database, secret, clock, loginServer })
  const person = 'email:new@mail.example'
  const { orm } = database
  await orm.update(keeperBindings).set({ person, movedFrom: 'email:ada@mail.example', movedAt: new Date(clock.now()) })
  await orm.update(keeperDevices).set({ person })
  expect((await forget(first.device)).status).toBe(204)
  expect(await rows()).toMatchObject([{ person, sealed: null }])
})

test('nobody else deletes a part', async () => {
  const other = await firstLogin(world, { to: 'other@mail.example' })
  const before = await rows()
  const refusals = [
    await forget(await createDevice()),
    await forget(other.device),
    await forget(first.device, newId()),
    await forget(first.device, other.wallet),
  ]
  for (const answer of refusals) {
    expect([answer.status, (await answer.json()).error.code]).toEqual([403, 'device_unknown'])
  }
  expect(await rows()).toEqual(before)
})

test('a later device is given nothing, and nothing is stated of it; it waits for nothing either', async () => {
  await forget(first.device)
  const { device, ceremony } = await confirmedDevice()
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'secured' })
})

test('[F4] who has the mailbox of a secured wallet acts for nobody; a device that another one vouches for does', async () => {
  await forget(first.device)
  const { device } = await confirmedDevice()
  expect(world.mails.at(-1)?.subject).toMatch(/^Someone is signing in to /)
  const by = ({ keys }: Device, other: Device) =>
    askSigned(world, { call: forgetDeviceCall, keys, payload: { device: other.id } })
  expect((await by(device, first.device)).status).toBe(403)
  world.clock.pass(minuteMs)
  const vouched = await createDevice()
  const sent = world.mails.length
  const { ceremony, digits } = await begin(world, { device: vouched })
  await mailAfter(world, sent)
  const { keys } = first.device
  await signed(world, { call: approveCeremonyCall, keys, payload: { ceremony, digits } })
  expect(await stateOf(world, vouched, ceremony)).toEqual({ status: 'secured' })
  expect((await by(vouched, device)).status).toBe(204)
})

test('a device that waits to open is given nothing once the part is deleted', async () => {
  const { device, ceremony } = await confirmedDevice()
  expect(await stateOf(world, device, ceremony)).toMatchObject({ status: 'held' })
  await forget(first.browser)
  world.clock.pass(dayMs)
  expect(await stateOf(world, device, ceremony)).toEqual({ status: 'secured' })
})

test('a known browser is released nothing', async () => {
  await forget(first.device)
  const frame = await createDevice()
  const payload = { site, device: frame.id, key: encodeBytes(frame.key) }
  expect(await signed(world, { call: continueCall, keys: first.browser.keys, payload })).toEqual({ status: 'secured' })
})
