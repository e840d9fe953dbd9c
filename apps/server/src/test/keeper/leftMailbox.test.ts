import { askDeletionCall } from '@foyer/custody/deletionCalls'
import { readLinkCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import type { Receipt } from '@foyer/custody/signed'
import { keeperBindings } from '@foyer/keeper/tables'
import {
  ask,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email as left,
  linkIn,
  mailsSent,
  minuteMs,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import { claimWalletCall, openDoorCall, readWalletCall, Session } from '@foyer/login/loginCalls'
import { listDevicesCall } from '@foyer/login/ownPageCalls'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { loginDoors } from '../../db/schema/index.js'
import { reasonOf } from '../../login/test/openLogin.js'
import { makeWallet } from '../../login/test/testWallet.js'
import { changeAddress, changeOf, proveBoth } from './addressChange.js'
import type { Both } from './bothServers.js'
import { type DeletionWorld, eachDeletion } from './deletionWorld.js'
import { begins, enters } from './mailboxReader.js'

/* The owner has changed the wallet's address, and somebody else has the mailbox of before. */

const email = 'lovelace@mail.example'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})
beforeEach(() => both.pass(2 * dayMs))

/** The owner's change at both servers, but for its last step at the login server. @returns the keeper's word, and the links to cancel it that came to both mailboxes */
async function changed() {
  const owner = { device: both.device, by: both.by, token: await both.logIn(both.by) }
  await proveBoth(both, owner, email)
  const change = await changeAddress(both, owner, email)
  await mailsSent(both.world)
  const links = both.world.mails.slice(-2).map(linkIn)
  both.pass(dayMs)
  const done = await changeOf(both, both.device, change)
  return { links, receipt: done.status === 'changed' ? done.receipt : expect.fail(done.status) }
}

/** The login server hears of it by the owner's device, which logs in once more. */
async function notifyLogin(receipt: Receipt): Promise<void> {
  both.pass(minuteMs)
  const { accessToken: token } = await both.login.logIn({ by: both.by, email: left, isKnown: true })
  expect((await both.login.ask(claimWalletCall, both.by, { receipt }, { token })).status).toBe(204)
}

const asks = (to: string) => {
  both.pass(minuteMs)
  return begins(both, to)
}
const enter = (device: Device, confirmation: Receipt) => enters(both, device, confirmation)

const bindings = async () =>
  new Map((await both.world.database.orm.select().from(keeperBindings)).map(({ person, wallet }) => [person, wallet]))

/** Reads a device's state at a mailbox without a wallet. @throws where it is said more */
async function unbound({ device, ceremony }: { device: Device; ceremony: string }): Promise<Receipt> {
  const state = await stateOf(both.world, device, ceremony)
  return state.status === 'unbound' ? state.confirmation : expect.fail(state.status)
}

test('[F4] who has the mailbox that a wallet has left is given nothing of it by either server, by what was begun before or anew', async () => {
  const [held, waiting] = [await asks(left), await asks(left)]
  expect((await confirm(both.world, await createDevice(), held.link, held.digits)).status).toBe('held')
  const { links, receipt } = await changed()
  await notifyLogin(receipt)
  expect(await stateOf(both.world, held.device, held.ceremony)).toMatchObject({ status: 'ended' })
  expect(await stateOf(both.world, waiting.device, waiting.ceremony)).toMatchObject({ status: 'ended' })
  // What the mailbox was sent about the change, and about what it had begun, does nothing any more.
  for (const link of [...links, held.link, waiting.link]) await ask(both.world, refuseLinkCall, { link })
  expect(await bindings()).toEqual(new Map([[`email:${email}`, both.wallet]]))
  const anew = await asks(left)
  expect(await (await ask(both.world, readLinkCall, { link: anew.link })).json()).toMatchObject({
    noDigitsIn: anew.device.id,
  })
  await confirm(both.world, await createDevice(), anew.link, anew.digits)
  const answer = await enter(anew.device, await unbound(anew))
  const { wallet, person, accessToken: token } = v.parse(Session, await answer.json())
  expect([person, wallet]).toEqual([`email:${left}`, null])
  const by = { keys: anew.device.keys, device: anew.device.id }
  const read = await both.login.ask(readWalletCall, by, { wallet: both.wallet }, { token })
  expect((await reasonOf(read))[1]).toBe('wallet_unknown')
  for (const { door } of await on.database.orm.select().from(loginDoors)) {
    const asked = { wallet: both.wallet, door, purpose: 'sign' }
    expect((await both.login.ask(openDoorCall, by, asked, { token })).status).toBe(404)
  }
  const listed = v.parse(listDevicesCall.reply, await (await both.login.ask(listDevicesCall, by, {}, { token })).json())
  expect(listed.devices.map(({ device }) => device)).toEqual([anew.device.id])
  // The owner goes on by the new address.
  both.pass(minuteMs)
  const own = await both.login.logIn({ by: both.by, email, isKnown: true })
  expect([own.person, own.wallet]).toEqual([`email:${email}`, both.wallet])
})

test('[F4] as long as the login server wasn’t told of the change, it lets nobody in by the mailbox that was left', async () => {
  const { receipt } = await changed()
  const anew = await asks(left)
  await confirm(both.world, await createDevice(), anew.link, anew.digits)
  expect((await reasonOf(await enter(anew.device, await unbound(anew))))[1]).toBe('unconfirmed')
  await notifyLogin(receipt)
  // Notified, it has nothing to keep from who has that mailbox.
  both.pass(61 * minuteMs)
  const later = await asks(left)
  await confirm(both.world, await createDevice(), later.link, later.digits)
  const answer = await enter(later.device, await unbound(later))
  expect(v.parse(Session, await answer.json()).wallet).toBeNull()
})

test('[F4] what is asked for a wallet is written to its mailbox alone once the one before was left', async () => {
  const { receipt } = await changed()
  await notifyLogin(receipt)
  await expect.poll(() => both.login.mails.at(-1)?.to).toBe(left)
  const before = [await mailsSent(both.world), both.login.mails.length] as const
  both.pass(minuteMs)
  const { accessToken: token } = await both.login.logIn({ by: both.by, email, isKnown: true })
  const later = await asks(email)
  await confirm(both.world, await createDevice(), later.link, later.digits)
  await on.allow(token)
  expect((await both.atKeeper(askDeletionCall, { wallet: both.wallet, site })).status).toBe(200)
  await mailsSent(both.world)
  await expect.poll(() => both.login.mails.length).toBeGreaterThan(before[1] + 1)
  const sent = [...both.world.mails.slice(before[0]), ...both.login.mails.slice(before[1])]
  expect(sent.length).toBeGreaterThanOrEqual(5)
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([email]))
})

test('[F4] a wallet that is made by the mailbox that was left is another, and neither is touched by what is done to the other', async () => {
  const { receipt } = await changed()
  await notifyLogin(receipt)
  const anew = await asks(left)
  await confirm(both.world, await createDevice(), anew.link, anew.digits)
  const answer = await enter(anew.device, await unbound(anew))
  const { accessToken: token } = v.parse(Session, await answer.json())
  const by = { keys: anew.device.keys, device: anew.device.id }
  const theirs = await makeWallet({ login: both.login, by, token, email: left })
  expect(theirs.statuses).toEqual([204, 204])
  both.pass(minuteMs)
  const own = await both.login.logIn({ by: both.by, email, isKnown: true })
  expect(own.wallet).toBe(both.wallet)
  const read = (wallet: string) => both.login.ask(readWalletCall, by, { wallet }, { token })
  expect([(await read(theirs.wallet.wallet)).status, (await read(both.wallet)).status]).toEqual([200, 404])
  const doors = await on.database.orm.select().from(loginDoors).where(eq(loginDoors.wallet, both.wallet))
  expect(new Set(doors.map(({ person }) => person))).toEqual(new Set([`email:${email}`]))
})
