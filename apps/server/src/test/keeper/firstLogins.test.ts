import { bindWalletCall, type CeremonyState } from '@foyer/custody/keeperCalls'
import {
  begin,
  confirm,
  createDevice,
  type Device,
  linkIn,
  mailAfter,
  mailsSent,
  minuteMs,
  sealPart,
  signed,
  site,
  stateOf,
} from '@foyer/keeper/test/keeperWorld'
import {
  beginLoginCall,
  claimWalletCall,
  keepWalletCall,
  readWalletCall,
  Session,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { listDevicesCall } from '@foyer/login/ownPageCalls'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { codeOf, reasonOf } from '../../login/test/openLogin.js'
import { createWallet, makeDoor } from '../../login/test/testWallet.js'
import type { Both } from './bothServers.js'
import { eachDeletion } from './deletionWorld.js'

/* An owner's first login at both servers, beside somebody who reads the same mailbox. */

const email = 'grace@mail.example'

let both: Both
eachDeletion((world) => {
  both = world.both
})

const byOf = ({ keys, id }: Device) => ({ keys, device: id })

/** A device that is confirmed by the mailbox's link. */
async function confirmed(client: string) {
  both.pass(minuteMs)
  const [device, sent] = [await createDevice(), await mailsSent(both.world)]
  const { ceremony } = await begin({ ...both.world, ...both.world.from(client) }, { device, to: email })
  const link = linkIn(await mailAfter(both.world, sent))
  expect((await confirm(both.world, await createDevice(), link)).status).toBe('confirmed')
  return { device, ceremony }
}
type Confirmed = Awaited<ReturnType<typeof confirmed>>

async function confirmationOf({ device, ceremony }: Confirmed) {
  const state: CeremonyState = await stateOf(both.world, device, ceremony)
  return state.status === 'unbound' ? state.confirmation : expect.fail(state.status)
}

/** Logs in by the keeper's word and the mailbox's code. */
async function enter({ device }: Confirmed, confirmation: Awaited<ReturnType<typeof confirmationOf>>) {
  both.pass(minuteMs)
  const [by, sent] = [byOf(device), both.login.mails.length]
  const begun = await both.login.ask(beginLoginCall, by, { email, projectId: 'demo', site, confirmation })
  const { login } = v.parse(beginLoginCall.reply, await begun.json())
  await expect.poll(() => both.login.mails.length).toBeGreaterThan(sent)
  return both.login.ask(verifyCodeCall, by, { login, code: codeOf(both.login.mails.at(-1)), keepsIn: 'page' })
}

/** Makes the wallet in a device, binds it at the keeper and claims it at the login server. */
async function makes({ device, ceremony }: Confirmed, token: string) {
  const by = byOf(device)
  const wallet = await createWallet()
  const recovery = await makeDoor({ login: both.login, by, token, kind: 'recovery', wallet })
  const own = await makeDoor({ login: both.login, by, token, kind: 'device', wallet })
  const { dataKey: _, secret: __, ...said } = wallet
  const doors = [own.said, recovery.said]
  expect((await both.login.ask(keepWalletCall, by, { ...said, doors }, { token })).status).toBe(204)
  const part = await sealPart(both.world, wallet.wallet, recovery.a)
  const payload = { ceremony, wallet: wallet.wallet, part }
  const { receipt } = await signed(both.world, { call: bindWalletCall, keys: device.keys, payload })
  expect((await both.login.ask(claimWalletCall, by, { receipt }, { token })).status).toBe(204)
  return wallet.wallet
}

test('[F4] an owner’s first login makes their wallet at both servers; a device that was confirmed beside it before has nothing of that', async () => {
  const thief = await confirmed('10.0.0.7')
  const kept = await confirmationOf(thief)
  const owner = await confirmed('10.0.1.7')
  const session = v.parse(Session, await (await enter(owner, await confirmationOf(owner))).json())
  expect(session.wallet).toBeNull()
  const { accessToken: token } = session
  const wallet = await makes(owner, token)
  // What the keeper had said before there was a wallet lets nobody into it, and the keeper says no more of it.
  expect((await reasonOf(await enter(thief, kept)))[1]).toBe('unconfirmed')
  expect(await stateOf(both.world, thief.device, thief.ceremony)).toMatchObject({ status: 'ended' })
  const by = byOf(owner.device)
  expect((await both.login.ask(readWalletCall, by, { wallet }, { token })).status).toBe(200)
  const listed = v.parse(listDevicesCall.reply, await (await both.login.ask(listDevicesCall, by, {}, { token })).json())
  expect(listed.devices.map(({ device }) => device)).toEqual([owner.device.id])
  both.pass(minuteMs)
  expect((await both.login.logIn({ by, email, isKnown: true })).wallet).toBe(wallet)
})
