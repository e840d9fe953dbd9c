import { askDeletionCall } from '@foyer/custody/deletionCalls'
import { approveCeremonyCall, forgetDeviceCall, readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { keeperBindings, keeperDevices } from '@foyer/keeper/tables'
import {
  ask,
  begin,
  confirm,
  createDevice,
  dayMs,
  email,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  site,
} from '@foyer/keeper/test/keeperWorld'
import { claimWalletCall } from '@foyer/login/loginCalls'
import { removeDeviceCall } from '@foyer/login/ownPageCalls'
import { beforeEach, expect, test } from 'vitest'
import { loginDeletions, loginDevices, loginEmailChanges } from '../../db/schema/index.js'
import { changeAddress, changeOf, proveBoth } from './addressChange.js'
import type { Both } from './bothServers.js'
import { type DeletionWorld, eachDeletion, whole } from './deletionWorld.js'
import { isLetIn } from './mailboxReader.js'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})
beforeEach(() => both.pass(2 * dayMs))

const theirs = 'thief@mail.example'

const thiefInside = () => isLetIn(both)
type Thief = Awaited<ReturnType<typeof thiefInside>>

const ways = {
  'by “It wasn’t me”': async ({ denies }: Thief) =>
    expect((await ask(both.world, refuseLinkCall, { link: denies })).status).toBe(200),
  'as the owner removes the device': async ({ device }: Thief) =>
    expect((await both.atKeeper(forgetDeviceCall, { device: device.id })).status).toBe(204),
}
const owners = async () => (await both.world.database.orm.select().from(keeperBindings)).map(({ person }) => person)
const devicesAt = async () => ({
  keeper: (await both.world.database.orm.select().from(keeperDevices)).map(({ key }) => key).toSorted(),
  login: (await on.database.orm.select().from(loginDevices)).map(({ device }) => device).toSorted(),
})
const proofs = () => on.database.orm.select().from(loginEmailChanges)

test.each(Object.entries(ways))(
  '[F4] a thief’s change to their own mailbox ends with their device, however far it had come: %s',
  async (_, end) => {
    const thief = await thiefInside()
    await proveBoth(both, thief, theirs)
    const change = await changeAddress(both, thief, theirs)
    expect(await changeOf(both, thief.device, change)).toMatchObject({ status: 'held' })
    expect(await proofs()).toHaveLength(1)
    // As late as can be: the wait for it is over, and nobody has asked after it yet.
    both.pass(dayMs)
    await end(thief)
    expect(await changeOf(both, thief.device, change)).toEqual({ status: 'ended', reason: 'cancelled' })
    // Nor does it go as somebody logs in by the new mailbox.
    const [device, sent] = [await createDevice(), both.world.mails.length]
    const { digits } = await begin(both.world, { device, to: theirs })
    await confirm(both.world, await createDevice(), linkIn(await mailAfter(both.world, sent)), digits)
    expect(await owners()).toEqual([`email:${email}`])
    await both.world.sendLate()
    expect(await proofs()).toEqual([])
  },
)

test.each(Object.entries(ways))(
  '[F4] a thief’s deletion of the wallet ends with their device, at both servers: %s',
  async (_, end) => {
    const thief = await thiefInside()
    const { wallet } = both
    expect((await on.allow(thief.token, thief.by)).status).toBe(204)
    expect((await both.atKeeper(askDeletionCall, { wallet, site }, thief.device)).status).toBe(200)
    await mailsSent(both.world)
    expect((await on.state()).status).toBe('held')
    both.pass(dayMs - minuteMs)
    await end(thief)
    expect(await on.state()).toEqual({ status: 'none' })
    await on.due(3)
    expect(await on.left()).toEqual(whole)
    expect(await on.database.orm.select().from(loginDeletions)).toMatchObject([{ status: 'stopped' }])
  },
)

test('[F4] a device that is removed at the login server alone deletes nothing: the keeper asks before it does', async () => {
  const thief = await thiefInside()
  const { wallet } = both
  await on.allow(thief.token, thief.by)
  expect((await both.atKeeper(askDeletionCall, { wallet, site }, thief.device)).status).toBe(200)
  both.pass(minuteMs)
  const own = await both.logIn(both.by)
  expect((await both.atLogin(removeDeviceCall, { device: thief.device.id }, own)).status).toBe(204)
  await on.due(3)
  expect((await on.left()).keeper).toBe(whole.keeper + 2)
  expect((await on.left()).login).toBe(whole.login)
})

test('what other devices have asked for goes on as one is removed', async () => {
  const thief = await thiefInside()
  await on.logInAgain()
  await on.asked()
  await ways['by “It wasn’t me”'](thief)
  expect((await on.state()).status).toBe('held')
  expect(await proofs()).toEqual([])
})

test('[F4] “It wasn’t me” outlives a change of the address, and ends the device at both servers', async () => {
  const thief = await thiefInside()
  await proveBoth(both, thief, theirs)
  const change = await changeAddress(both, thief, theirs)
  both.pass(dayMs)
  const done = await changeOf(both, thief.device, change)
  if (done.status !== 'changed') return expect.fail(done.status)
  const { receipt } = done
  expect((await both.login.ask(claimWalletCall, thief.by, { receipt }, { token: await thief.again() })).status).toBe(
    204,
  )
  expect(await owners()).toEqual([`email:${theirs}`])
  expect(await (await ask(both.world, readLinkCall, { link: thief.denies })).json()).toMatchObject({ status: 'opened' })
  await ways['by “It wasn’t me”'](thief)
  await both.world.sendLate()
  expect(await devicesAt()).toEqual({ keeper: [both.device.id, both.browser.id].toSorted(), login: [both.device.id] })
})

test('[F4] “It wasn’t me” ends what the device has let in since, by digits that were typed on it, and what that has let in', async () => {
  const thief = await thiefInside()
  let by = thief.device
  for (let each = 0; each < 2; each += 1) {
    both.pass(61 * minuteMs)
    const [device, sent] = [await createDevice(), both.world.mails.length]
    const { ceremony, digits } = await begin(both.world, { device })
    await mailAfter(both.world, sent)
    expect((await both.atKeeper(approveCeremonyCall, { ceremony, digits }, by)).status).toBe(200)
    by = device
  }
  const owners = await createDevice()
  both.pass(61 * minuteMs)
  const sent = both.world.mails.length
  const { ceremony, digits } = await begin(both.world, { device: owners })
  await mailAfter(both.world, sent)
  expect((await both.atKeeper(approveCeremonyCall, { ceremony, digits })).status).toBe(200)
  await ways['by “It wasn’t me”'](thief)
  expect((await devicesAt()).keeper).toEqual([both.device.id, both.browser.id, owners.id].toSorted())
})
