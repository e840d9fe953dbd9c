import { decodeBytes } from '@foyer/custody/bytes'
import { bindWalletCall, type CeremonyState } from '@foyer/custody/keeperCalls'
import { forgetPartCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { agreeOnWalletCall, signWord } from '@foyer/custody/keeperWord'
import { keeperBindings } from '@foyer/keeper/tables'
import {
  ask,
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
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
  removeDoorCall,
  Session,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { proofHash } from '@foyer/login/ownDoorKeys'
import { addOwnDoorCall, listDevicesCall, logInByDoorCall } from '@foyer/login/ownPageCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loginWallets } from '../../db/schema/index.js'
import { createLoginKeeping } from '../../login/loginKeeping.js'
import { codeOf, reasonOf, wholeJson } from '../../login/test/openLogin.js'
import { makeOwnDoor } from '../../login/test/ownDoor.js'
import { createWallet, makeDoor } from '../../login/test/testWallet.js'
import type { Both } from './bothServers.js'
import { eachDeletion } from './deletionWorld.js'

/* An owner's first login at both servers, beside somebody who reads the same mailbox. */

const email = 'grace@mail.example'

let both: Both
let database: Database
eachDeletion((world) => {
  both = world.both
  database = world.database
})

const byOf = ({ keys, id }: Device) => ({ keys, device: id })

/** A device that is confirmed by the mailbox's link. */
async function confirmed(client: string) {
  both.pass(minuteMs)
  const [device, sent] = [await createDevice(), await mailsSent(both.world)]
  const { ceremony, digits } = await begin({ ...both.world, ...both.world.from(client) }, { device, to: email })
  const link = linkIn(await mailAfter(both.world, sent))
  expect((await confirm(both.world, await createDevice(), link, digits)).status).toBe('confirmed')
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
async function makes({ device, ceremony }: Confirmed, token: string, { isCutOff = false } = {}) {
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
  if (!isCutOff) expect((await both.login.ask(claimWalletCall, by, { receipt }, { token })).status).toBe(204)
  return { ...wallet, bound: payload, recovery: recovery.said }
}

/** A device that was confirmed, in a session. */
async function entered(client: string) {
  const device = await confirmed(client)
  const session = v.parse(Session, await (await enter(device, await confirmationOf(device))).json())
  return { ...device, session, token: session.accessToken }
}

const boundAtKeeper = async () =>
  (await both.world.database.orm.select().from(keeperBindings)).flatMap(({ person, wallet }) =>
    person === `email:${email}` ? [wallet] : [],
  )

test('[F4] an owner’s first login makes their wallet at both servers; a device that was confirmed beside it before has nothing of that', async () => {
  const thief = await confirmed('10.0.0.7')
  const kept = await confirmationOf(thief)
  const owner = await confirmed('10.0.1.7')
  const session = v.parse(Session, await (await enter(owner, await confirmationOf(owner))).json())
  expect(session.wallet).toBeNull()
  const { accessToken: token } = session
  const { wallet } = await makes(owner, token)
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

test('[F4] a wallet that a thief made by digits and code which its owner relayed is undone at both servers by its mail; nothing that the thief had lets them in, and the owner makes theirs', async () => {
  const thief = await entered('10.0.0.7')
  const sent = await mailsSent(both.world)
  const made = await makes(thief, thief.token)
  const link = linkIn(await mailAfter(both.world, sent))
  const by = byOf(thief.device)
  expect(await (await ask(both.world, refuseLinkCall, { link })).json()).toEqual({ undone: true })
  // The login server has undone it first, and lets its owner in though it wasn't notified of the device yet.
  expect((await entered('10.0.1.7')).session.wallet).toBeNull()
  both.faults.set('end', ['lost', 'deaf'])
  for (let round = 0; round < 4; round += 1) {
    await both.world.sendLate()
    both.pass(minuteMs)
  }
  const read = await both.login.ask(readWalletCall, by, { wallet: made.wallet }, { token: thief.token })
  expect(read.status).toBe(401)
  both.pass(61 * minuteMs)
  const owner = await entered('10.0.2.7')
  expect(owner.session.wallet).toBeNull()
  const own = await makes(owner, owner.token)
  await both.world.sendLate()
  expect(await boundAtKeeper()).toEqual([own.wallet])
  const kept = await both.login.ask(readWalletCall, byOf(owner.device), { wallet: own.wallet }, { token: owner.token })
  expect(kept.status).toBe(200)
})

test('[F4] a wallet that opens by a passkey is undone by no mail, and by no word of the keeper’s: it opens by it afterwards', async () => {
  const owner = await entered('10.0.0.7')
  const sent = await mailsSent(both.world)
  const made = await makes(owner, owner.token)
  const link = linkIn(await mailAfter(both.world, sent))
  const door = await makeOwnDoor('passkey', made)
  const proof = await proofHash(decodeBytes(door.proof))
  const added = { wallet: made.wallet, door: door.said, proofHash: proof }
  const by = byOf(owner.device)
  expect((await both.login.ask(addOwnDoorCall, by, added, { token: owner.token })).status).toBe(204)
  expect(await (await ask(both.world, refuseLinkCall, { link })).json()).toEqual({ undone: false })
  await both.world.sendLate()
  expect(await boundAtKeeper()).toEqual([made.wallet])
  // A keeper in a thief's hands signs all the same that it is undone.
  const { clock, secrets } = both.world.services.keeper
  const at = Math.floor(clock.now() / 1000)
  const word = { is: 'undone', wallet: made.wallet, person: `email:${email}`, expiresAt: at + 600 } as const
  const receipt = await signWord('wallet', secrets.signing, word)
  const said = await both.login.api.post(agreeOnWalletCall.path, { receipt }, wholeJson)
  expect((await reasonOf(said))[1]).toBe('wallet_otherwise')
  const other = byOf(await createDevice())
  const byDoor = { door: door.said.door, proof: door.proof, projectId: 'demo', site, keepsIn: 'page' }
  const entry = v.parse(Session, await (await both.login.ask(logInByDoorCall, other, byDoor)).json())
  expect(entry.wallet).toBe(made.wallet)
})

test('[F4] a wallet that a thief bound without a session ends within the hour; one whose browser was cut off before it was claimed is its person’s', async () => {
  const thief = await confirmed('10.0.0.7')
  const wallet = await createWallet()
  const payload = {
    ceremony: thief.ceremony,
    wallet: wallet.wallet,
    part: await sealPart(both.world, wallet.wallet, wallet.dataKey),
  }
  await signed(both.world, { call: bindWalletCall, keys: thief.device.keys, payload })
  await both.world.sendLate()
  expect(await boundAtKeeper()).toEqual([wallet.wallet])
  both.pass(61 * minuteMs)
  await both.world.sendLate()
  expect(await boundAtKeeper()).toEqual([])
  const owner = await entered('10.0.1.7')
  const own = await makes(owner, owner.token, { isCutOff: true })
  for (let round = 0; round < 3; round += 1) {
    both.pass(61 * minuteMs)
    await both.world.sendLate()
  }
  expect(await boundAtKeeper()).toEqual([own.wallet])
  // Both have it from then on, however late a device of theirs comes that claims it; what was kept beside it and never bound is forgotten.
  both.pass(400 * dayMs)
  const { log } = both.login.api.services
  await runRound((clock) => createLoginKeeping({ orm: database.orm, log, clock }), both.clock.now())
  await both.world.sendLate()
  const kept = await database.orm.select().from(loginWallets).where(isNull(loginWallets.claimedAt))
  expect([await boundAtKeeper(), kept.map(({ id }) => id)]).toEqual([[own.wallet], [own.wallet]])
})

/** A wallet that a thief made by what its owner relayed, and the link of the mail about it. */
async function takenBy(client: string) {
  const thief = await entered(client)
  const sent = await mailsSent(both.world)
  const made = await makes(thief, thief.token)
  return { ...thief, made, link: linkIn(await mailAfter(both.world, sent)) }
}

const refuse = (link: string) => ask(both.world, refuseLinkCall, { link })

const addOwn = async (
  { device, token, made }: Awaited<ReturnType<typeof takenBy>>,
  kind: 'passkey' | 'paper' = 'passkey',
) => {
  const door = await makeOwnDoor(kind, made)
  const asked = { wallet: made.wallet, door: door.said, proofHash: await proofHash(decodeBytes(door.proof)) }
  return (await both.login.ask(addOwnDoorCall, byOf(device), asked, { token })).status
}

/** The owner of the address makes their own wallet, to be found at both servers. */
async function makesTheirs(client: string) {
  both.pass(61 * minuteMs)
  const owner = await entered(client)
  expect(owner.session.wallet).toBeNull()
  const own = await makes(owner, owner.token)
  await both.world.sendLate()
  expect(await boundAtKeeper()).toEqual([own.wallet])
}

test('[F4] a thief’s device that has the keeper forget its part of a wallet without doors of its owner’s is refused: the mail undoes it still', async () => {
  const thief = await takenBy('10.0.0.7')
  await both.world.sendLate()
  const payload = { wallet: thief.made.wallet }
  const forgotten = await askSigned(both.world, { call: forgetPartCall, keys: thief.device.keys, payload })
  expect((await reasonOf(forgotten))[1]).toBe('part_needed')
  expect(await (await refuse(thief.link)).json()).toEqual({ undone: true })
  await both.world.sendLate()
  await makesTheirs('10.0.2.7')
})

test('[F4] the keeper forgets its part once doors of the owner’s stand in for the recovery door, and that is removed; by the mail it is undone no more', async () => {
  const owner = await takenBy('10.0.0.7')
  const { wallet, recovery } = owner.made
  const forget = async () => {
    const answer = await askSigned(both.world, { call: forgetPartCall, keys: owner.device.keys, payload: { wallet } })
    return answer.status === 204 ? 204 : (await reasonOf(answer))[1]
  }
  for (const kind of ['passkey', 'paper'] as const) {
    expect(await forget()).toBe('part_needed')
    expect(await addOwn(owner, kind)).toBe(204)
  }
  expect(await forget()).toBe('part_needed')
  const removed = { wallet, door: recovery.door, kind: recovery.kind }
  const { token } = owner
  expect((await both.login.ask(removeDoorCall, byOf(owner.device), removed, { token })).status).toBe(204)
  expect([await forget(), await forget()]).toEqual([204, 204])
  expect(await (await refuse(owner.link)).json()).toEqual({ undone: false })
  expect(await boundAtKeeper()).toEqual([wallet])
})

test('[F4] once its owner is told that a wallet is undone, no door of the thief’s is kept, before the login server is notified of the device or after', async () => {
  const thief = await takenBy('10.0.0.7')
  expect(await (await refuse(thief.link)).json()).toEqual({ undone: true })
  expect(await addOwn(thief)).toBe(401)
  await both.world.sendLate()
  expect(await addOwn(thief)).toBe(401)
  await makesTheirs('10.0.2.7')
})

test('[F4] a wallet that the login server has undone, of which the keeper had no answer, ends there at the next press or within the hour', async () => {
  for (const isPressed of [true, false]) {
    const thief = await takenBy(isPressed ? '10.0.0.7' : '10.0.4.7')
    await both.world.sendLate()
    both.faults.set('agree', ['deaf'])
    expect((await refuse(thief.link)).status).toBe(503)
    expect(await boundAtKeeper()).toEqual([thief.made.wallet])
    expect(await addOwn(thief)).toBe(401)
    if (isPressed) expect(await (await refuse(thief.link)).json()).toEqual({ undone: true })
    both.pass(61 * minuteMs)
    await both.world.sendLate()
    expect(await boundAtKeeper()).toEqual([])
    await both.world.sendLate()
  }
  await makesTheirs('10.0.2.7')
})

test('[F4] a wallet that was undone is claimed by no receipt of before, in a session of after', async () => {
  const thief = await takenBy('10.0.0.7')
  const claim = { call: bindWalletCall, keys: thief.device.keys, payload: thief.made.bound }
  const { receipt } = await signed(both.world, claim)
  both.faults.set('end', ['lost', 'lost', 'lost'])
  expect(await (await refuse(thief.link)).json()).toEqual({ undone: true })
  both.pass(minuteMs)
  const { id: device, keys } = thief.device
  const { accessToken: token } = await both.login.logIn({ by: { device, keys }, email })
  const claimed = await both.login.ask(claimWalletCall, { device, keys }, { receipt }, { token })
  expect((await reasonOf(claimed))[1]).toBe('wallet_unknown')
  await both.world.sendLate()
  await makesTheirs('10.0.2.7')
})

test('[F4] a wallet that was undone before it was kept is kept by no session of before', async () => {
  const thief = await entered('10.0.0.7')
  const [by, { token }, sent] = [byOf(thief.device), thief, await mailsSent(both.world)]
  const wallet = await createWallet()
  const recovery = await makeDoor({ login: both.login, by, token, kind: 'recovery', wallet })
  const { dataKey: _, secret: __, ...said } = wallet
  const part = await sealPart(both.world, said.wallet, recovery.a)
  const payload = { ceremony: thief.ceremony, wallet: said.wallet, part }
  await signed(both.world, { call: bindWalletCall, keys: thief.device.keys, payload })
  const link = linkIn(await mailAfter(both.world, sent))
  both.faults.set('end', ['lost', 'lost', 'lost'])
  expect(await (await refuse(link)).json()).toEqual({ undone: true })
  const kept = await both.login.ask(keepWalletCall, by, { ...said, doors: [recovery.said] }, { token })
  expect((await reasonOf(kept))[1]).toBe('wallet_taken')
  await makesTheirs('10.0.2.7')
})
