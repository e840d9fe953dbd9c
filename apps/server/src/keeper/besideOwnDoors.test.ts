import {
  addOwnDoorCall,
  beginLoginCall,
  encodeBytes,
  forgetPartCall,
  logInByDoorCall,
  paperDoor,
  proofHash,
  randomBytes,
  refuseLinkCall,
  removeDeviceCall,
  removeDoorCall,
  renewSessionCall,
  Session,
  verifyCodeCall,
} from '@foyer/embedded/custody'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { loginDevices, loginDoors } from '../db/schema/index.js'
import { reasonOf } from '../login/test/openLogin.js'
import { keeperDevices } from './tables.js'
import type { Both } from './test/bothServers.js'
import { type DeletionWorld, eachDeletion } from './test/deletionWorld.js'
import {
  ask,
  begin,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  linkIn,
  mailAfter,
  minuteMs,
  stateOf,
  walletOrigin,
} from './test/keeperWorld.js'

/* The owner has doors of their own, and somebody else the mailbox. */

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})

interface Acting {
  readonly device: Device
  readonly token: string
}

const byOf = ({ keys, id }: Device) => ({ keys, device: id })
const ownerNow = async (): Promise<Acting> => ({ device: both.device, token: await both.logIn(both.by) })

/** Adds a paper to the wallet. @returns what is printed on it, as the page sends it */
async function addPaper({ device, token }: Acting) {
  const [door, proof] = [await paperDoor(randomBytes(32)), randomBytes(32)]
  const kept = { kind: 'paper', door, wrap: encodeBytes(randomBytes(60)), b: encodeBytes(randomBytes(32)) }
  const asked = { wallet: both.wallet, door: kept, proofHash: await proofHash(proof) }
  const answer = await both.login.ask(addOwnDoorCall, byOf(device), asked, { token })
  return { status: answer.status, door, proof: encodeBytes(proof) }
}

const logInBy = (device: Device, { door, proof }: { door: string; proof: string }) =>
  both.login.ask(logInByDoorCall, byOf(device), { door, proof, site: walletOrigin, keepsIn: 'page' })

/** A device of the owner's that the keeper has never heard of, let in by a paper. */
async function entered(paper: Parameters<typeof logInBy>[1]) {
  const device = await createDevice()
  const session = v.parse(Session, await (await logInBy(device, paper)).json())
  return { device, session, token: session.accessToken }
}

/** Somebody with the mailbox, who has begun. */
async function thiefBegins() {
  const [device, sent] = [await createDevice(), both.world.mails.length]
  const begun = await begin(both.world, { device })
  return { device, ...begun, link: linkIn(await mailAfter(both.world, sent)) }
}
type Thief = Awaited<ReturnType<typeof thiefBegins>>

async function thiefWaits() {
  const thief = await thiefBegins()
  const sent = both.world.mails.length
  expect((await confirm(both.world, await createDevice(), thief.link, thief.digits)).status).toBe('held')
  return { ...thief, notice: linkIn(await mailAfter(both.world, sent)) }
}

/** A login by the mailbox's code, without a word of the keeper's. */
async function thiefEnters({ device }: Thief) {
  const by = byOf(device)
  const begun = await both.login.ask(beginLoginCall, by, { email, projectId: 'demo', site: 'https://dapp.example' })
  const { login, action } = v.parse(beginLoginCall.reply, await begun.json())
  const typed = await both.login.ask(verifyCodeCall, by, { login, code: '123456', keepsIn: 'page' })
  return [action, (await reasonOf(typed))[1]]
}
const nothing = ['VERIFY_DEVICE', 'code_expired']

/** Whether a device is anybody's at either server. */
async function isKnown({ id }: Device): Promise<boolean> {
  const atKeeper = await both.world.database.orm.select().from(keeperDevices).where(eq(keeperDevices.key, id))
  const atLogin = await on.database.orm.select().from(loginDevices).where(eq(loginDevices.device, id))
  return atKeeper.length + atLogin.length > 0
}

/** The owner closes the recovery door, at both servers. */
async function secure({ device, token }: Acting): Promise<void> {
  const isRecovery = and(eq(loginDoors.wallet, both.wallet), eq(loginDoors.kind, 'recovery'))
  const [recovery] = await on.database.orm.select().from(loginDoors).where(isRecovery)
  const { wallet } = both
  const payload = { wallet, door: recovery?.door, kind: 'recovery' }
  expect((await both.login.ask(removeDoorCall, byOf(device), payload, { token })).status).toBe(204)
  expect((await both.atKeeper(forgetPartCall, { wallet }, device)).status).toBe(204)
}

test('[F4] while the keeper has a thief wait, a paper lets its owner in at once, who may change all; for the thief nothing becomes sooner', async () => {
  both.pass(2 * dayMs)
  const paper = await addPaper(await ownerNow())
  const thief = await thiefWaits()
  const held = await stateOf(both.world, thief.device, thief.ceremony)
  expect(held).toEqual({ status: 'held', opensAt: Math.floor((both.clock.now() + dayMs) / 1000) })
  both.pass(minuteMs)
  const owner = await entered(paper)
  expect(owner.session).toMatchObject({ email, wallet: both.wallet })
  expect((await addPaper(owner)).status).toBe(204)
  const { refreshToken } = owner.session
  expect((await both.login.ask(renewSessionCall, byOf(owner.device), { refreshToken })).status).toBe(200)
  // By a proof that is none of the paper's, and by the mailbox's code, the thief has nothing still.
  const guessed = { door: paper.door, proof: encodeBytes(randomBytes(32)) }
  expect((await reasonOf(await logInBy(thief.device, guessed)))[1]).toBe('door_unknown')
  both.pass(dayMs - 2 * minuteMs)
  expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual(held)
  expect(await thiefEnters(thief)).toEqual(nothing)
  // Nor does the keeper take the owner's device for one that it has let in.
  expect([
    await isKnown(thief.device),
    (await both.atKeeper(forgetPartCall, { wallet: both.wallet }, owner.device)).status,
  ]).toEqual([false, 403])
})

test('[F4] an owner who has lost every device recovers by a paper beside a thief who waits, and cancels that by the mail', async () => {
  both.pass(2 * dayMs)
  const paper = await addPaper(await ownerNow())
  const thief = await thiefWaits()
  const owner = await entered(paper)
  // What was lost ends, though it has acted for longer.
  const lost = { device: both.device.id }
  expect((await both.login.ask(removeDeviceCall, byOf(owner.device), lost, { token: owner.token })).status).toBe(204)
  expect((await ask(both.world, refuseLinkCall, { link: thief.notice })).status).toBe(204)
  both.pass(dayMs)
  expect(await stateOf(both.world, thief.device, thief.ceremony)).toMatchObject({ status: 'ended' })
  expect(await thiefEnters(thief)).toEqual(nothing)
  both.pass(minuteMs)
  expect((await logInBy(await createDevice(), paper)).status).toBe(200)
})

test('[F4] an owner who secures the wallet on its first day is let in as before, and who has the mailbox by nothing', async () => {
  both.pass(minuteMs)
  const thief = await thiefBegins()
  const owner: Acting = { device: both.device, token: both.token }
  const papers = [await addPaper(owner), await addPaper(owner)]
  expect(papers.map(({ status }) => status)).toEqual([204, 204])
  await secure(owner)
  // On a wallet's first day nothing waits: the thief would be let in at once.
  await confirm(both.world, await createDevice(), thief.link, thief.digits)
  for (const laterMs of [0, dayMs, 2 * dayMs]) {
    both.pass(laterMs)
    expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual({ status: 'secured' })
    expect(await thiefEnters(thief)).toEqual(nothing)
  }
  expect(await isKnown(thief.device)).toBe(false)
  both.pass(minuteMs)
  const again = await both.login.logIn({ by: both.by, email, isKnown: true })
  expect(again.wallet).toBe(both.wallet)
  expect((await entered(papers[0] ?? expect.fail())).session.wallet).toBe(both.wallet)
})

test('[F4] an owner who secures the wallet while a thief waits leaves that wait nothing to open', async () => {
  both.pass(2 * dayMs)
  const owner = await ownerNow()
  const thief = await thiefWaits()
  const paper = await addPaper(owner)
  await addPaper(owner)
  await secure(owner)
  both.pass(dayMs)
  expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual({ status: 'secured' })
  expect(await thiefEnters(thief)).toEqual(nothing)
  expect(await isKnown(thief.device)).toBe(false)
  expect((await entered(paper)).session.wallet).toBe(both.wallet)
})
