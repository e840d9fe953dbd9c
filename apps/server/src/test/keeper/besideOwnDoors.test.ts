import { decodeBytes, encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { forgetPartCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import { keeperDevices } from '@foyer/keeper/tables'
import {
  ask,
  confirm,
  createDevice,
  type Device,
  dayMs,
  email,
  minuteMs,
  stateOf,
  walletOrigin,
} from '@foyer/keeper/test/keeperWorld'
import { type OwnDoorKind, unwrapDataKey } from '@foyer/login/door'
import { readWalletCall, removeDoorCall, renewSessionCall, Session } from '@foyer/login/loginCalls'
import { ownDoorKeys, proofHash } from '@foyer/login/ownDoorKeys'
import { addOwnDoorCall, findOwnDoorCall, logInByDoorCall, removeDeviceCall } from '@foyer/login/ownPageCalls'
import { and, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { loginDevices, loginDoors } from '../../db/schema/index.js'
import { reasonOf } from '../../login/test/openLogin.js'
import { makeOwnDoor } from '../../login/test/ownDoor.js'
import type { Both } from './bothServers.js'
import { type DeletionWorld, eachDeletion } from './deletionWorld.js'
import { begins, enters, isLetIn, waits } from './mailboxReader.js'

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

/** Adds a door to the wallet, as the page makes it. */
async function addDoor({ device, token }: Acting, kind: OwnDoorKind) {
  const made = await makeOwnDoor(kind, both)
  const { wallet } = both
  const asked = { wallet, door: made.said, proofHash: await proofHash(decodeBytes(made.proof)) }
  expect((await both.login.ask(addOwnDoorCall, byOf(device), asked, { token })).status).toBe(204)
  return { kind, door: made.said.door, part: made.part }
}
type Added = Awaited<ReturnType<typeof addDoor>>

const logInBy = (device: Device, door: string, proof: string) =>
  both.login.ask(logInByDoorCall, byOf(device), { door, proof, site: walletOrigin, keepsIn: 'page' })

/** A device of the owner's that the keeper has never heard of: a door by which it enters opens the wallet, with nothing but what the visitor has. */
async function entered({ kind, door: name, part }: Added) {
  const device = await createDevice()
  const answer = await both.login.ask(findOwnDoorCall, byOf(device), { door: name })
  const { wallet, door } = v.parse(findOwnDoorCall.reply, await answer.json())
  const of = { wallet, door: name, kind }
  const { key, proof } = await ownDoorKeys({ ...of, part: part.slice(), b: decodeBytes(door.b) })
  expect(await unwrapDataKey({ ...of, key, wrap: decodeBytes(door.wrap) })).toEqual(both.dataKey)
  const session = v.parse(Session, await (await logInBy(device, name, encodeBytes(proof))).json())
  return { device, session, token: session.accessToken }
}

/** A login by the mailbox's code, without a word of the keeper's: no code is sent, so that none is right. */
const thiefEnters = async ({ device }: { readonly device: Device }) => (await reasonOf(await enters(both, device)))[1]
const nothing = 'code_expired'

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

describe.each(['paper', 'passkey'] as const)('a wallet with a %s', (kind) => {
  const add = (to: Acting) => addDoor(to, kind)
  /** Adds a door, and a paper that may stand in for the recovery door. */
  const addBoth = async (to: Acting) => {
    const door = await add(to)
    await addDoor(to, 'paper')
    return door
  }

  test('[F4] while the keeper has a thief wait, their own door lets the owner in at once, who may change all; for the thief nothing becomes sooner', async () => {
    both.pass(2 * dayMs)
    const own = await add(await ownerNow())
    const thief = await waits(both)
    const held = await stateOf(both.world, thief.device, thief.ceremony)
    expect(held).toEqual({ status: 'held', opensAt: Math.floor((both.clock.now() + dayMs) / 1000) })
    both.pass(minuteMs)
    const owner = await entered(own)
    expect(owner.session).toMatchObject({ email, wallet: both.wallet })
    await add(owner)
    const { refreshToken } = owner.session
    expect((await both.login.ask(renewSessionCall, byOf(owner.device), { refreshToken })).status).toBe(200)
    // By a proof that is none of the door's, and by the mailbox's code, the thief has nothing still.
    const guessed = encodeBytes(randomBytes(32))
    expect((await reasonOf(await logInBy(thief.device, own.door, guessed)))[1]).toBe('door_unknown')
    both.pass(dayMs - 2 * minuteMs)
    expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual(held)
    expect(await thiefEnters(thief)).toBe(nothing)
    // Nor does the keeper take the owner's device for one that it has let in.
    expect([
      await isKnown(thief.device),
      (await both.atKeeper(forgetPartCall, { wallet: both.wallet }, owner.device)).status,
    ]).toEqual([false, 403])
  })

  test('[F4] an owner who has lost every device recovers by a door of their own beside a thief who waits, and cancels that by the mail', async () => {
    both.pass(2 * dayMs)
    const own = await add(await ownerNow())
    const thief = await waits(both)
    const owner = await entered(own)
    // What was lost ends, though it has acted for longer.
    const lost = { device: both.device.id }
    expect((await both.login.ask(removeDeviceCall, byOf(owner.device), lost, { token: owner.token })).status).toBe(204)
    expect((await ask(both.world, refuseLinkCall, { link: thief.notice })).status).toBe(200)
    both.pass(dayMs)
    expect(await stateOf(both.world, thief.device, thief.ceremony)).toMatchObject({ status: 'ended' })
    expect(await thiefEnters(thief)).toBe(nothing)
    both.pass(minuteMs)
    expect((await entered(own)).session.wallet).toBe(both.wallet)
  })

  test('[F4] an owner who secures the wallet on its first day is let in as before, and who has the mailbox by nothing', async () => {
    both.pass(minuteMs)
    const thief = await begins(both)
    const owner: Acting = { device: both.device, token: both.token }
    const own = await addBoth(owner)
    await secure(owner)
    // On a wallet's first day nothing waits: the thief would be let in at once.
    await confirm(both.world, await createDevice(), thief.link, thief.digits)
    for (const laterMs of [0, dayMs, 2 * dayMs]) {
      both.pass(laterMs)
      expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual({ status: 'secured' })
      expect(await thiefEnters(thief)).toBe(nothing)
    }
    expect(await isKnown(thief.device)).toBe(false)
    both.pass(minuteMs)
    const again = await both.login.logIn({ by: both.by, email, isKnown: true })
    expect(again.wallet).toBe(both.wallet)
    expect((await entered(own)).session.wallet).toBe(both.wallet)
  })

  test('[F4] an owner who secures the wallet while a thief waits leaves that wait nothing to open', async () => {
    both.pass(2 * dayMs)
    const owner = await ownerNow()
    const thief = await waits(both)
    const own = await addBoth(owner)
    await secure(owner)
    both.pass(dayMs)
    expect(await stateOf(both.world, thief.device, thief.ceremony)).toEqual({ status: 'secured' })
    expect(await thiefEnters(thief)).toBe(nothing)
    expect(await isKnown(thief.device)).toBe(false)
    expect((await entered(own)).session.wallet).toBe(both.wallet)
  })

  test('[F4] an owner who was away for the whole wait comes in by their own door, ends the thief by “It wasn’t me”, and is left alone by that', async () => {
    both.pass(2 * dayMs)
    const own = await add(await ownerNow())
    const thief = await isLetIn(both)
    const owner = await entered(own)
    expect((await ask(both.world, refuseLinkCall, { link: thief.denies })).status).toBe(200)
    await both.world.sendLate()
    expect(await isKnown(thief.device)).toBe(false)
    const read = (who: Device, token: string) =>
      both.login.ask(readWalletCall, byOf(who), { wallet: both.wallet }, { token })
    expect(await reasonOf(await read(thief.device, thief.token))).toEqual([401, 'session_over', 'session'])
    expect((await read(owner.device, owner.token)).status).toBe(200)
    expect((await entered(own)).session.wallet).toBe(both.wallet)
  })
})
