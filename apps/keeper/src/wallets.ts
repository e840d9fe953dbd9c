import { decodeBytes, encodeBytes, newId, sha256 } from '@foyer/custody/bytes'
import { boxUses } from '@foyer/custody/keeperCalls'
import { openBox } from '@foyer/custody/sealedBox'
import { dayMs, takeEach } from '@foyer/service/budget/limit'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import { and, desc, eq, ne } from 'drizzle-orm'
import { type InTurn, inTurnThenWrite, type KeeperBase } from './base.js'
import { refuse, requirePoint, unwritten } from './begin.js'
import type { Asker, Binding, Ceremony } from './ceremony.js'
import { endCeremonies } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import { letters } from './letters.js'
import { admit, changeOwing, settleIn } from './opening.js'
import { oweMails } from './owedMails.js'
import { AlreadyBoundError, CeremonyOverError, DeviceUnknownError, WrongPartError } from './refusals.js'
import { fromWhere } from './shares.js'
import { boundReceipt, ownCeremony, partFor, releasedTo } from './state.js'
import { actsFor, findBinding, findCeremony, forgetContinued, inTurn, letAct } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDevices } from './tables.js'
import { requireSecured } from './undoing.js'

interface BindWallet {
  readonly ceremony: string
  readonly device: string
  readonly wallet: string
  /** the recovery door's part, sealed to the keeper */
  readonly part: string
}

/**
 * Binds a person to the wallet that their confirmed device has made. Of several devices at once the first does; the same again gives the same.
 * @throws UnconfirmedError · AlreadyBoundError · CeremonyOverError · WrongPartError
 */
export async function bindWallet(base: KeeperBase, { wallet, part, ...asked }: BindWallet) {
  const { person, id } = await ownCeremony(base, asked)
  const box = decodeBytes(part)
  const opened = await openBox({ keys: base.secrets.sealing, box, use: boxUses.toKeeper, of: [wallet] }).catch(
    (cause: unknown) => {
      throw new WrongPartError({ cause })
    },
  )
  opened.fill(0)
  const sealedHash = encodeBytes(await sha256(box))
  const bound = await inTurnThenWrite({ base, person }, async (rows, note) => {
    const fresh = await findCeremony(rows, id)
    if (fresh === null) throw new CeremonyOverError()
    const ceremony = await settleIn({ base, rows, note, ceremony: fresh })
    const { status } = ceremony
    // Before anything is looked for: who has confirmed nothing learns nothing of whether there is a wallet. [F3]
    if (status === 'ended') throw new CeremonyOverError()
    if (status !== 'confirmed' && status !== 'released') throw new UnconfirmedError()
    const before = await findBinding(rows, person)
    if (before === null) {
      if (status !== 'confirmed') throw new UnconfirmedError()
      return bind({ base, rows, note, ceremony, wallet, box, sealedHash })
    }
    if (before.wallet !== wallet || before.sealedHash !== sealedHash) throw new AlreadyBoundError()
    // What a wallet without a recovery door is, the keeper states to no one.
    if (status !== 'released' || before.sealed === null) throw new UnconfirmedError()
    return { ceremony, binding: before }
  })
  return { receipt: await boundReceipt(base, bound) }
}

interface Bind extends InTurn {
  readonly ceremony: Ceremony
  readonly wallet: string
  readonly box: Uint8Array
  readonly sealedHash: string
}

async function bind({ ceremony, wallet, box, sealedHash, ...turn }: Bind) {
  const { base, rows } = turn
  const { person, email, id } = ceremony
  const boundAt = new Date(base.clock.now())
  const sealed = base.sealedRows.seal({ row: [person, wallet], secret: box })
  const made = { boundAt, madeBy: id, nextAskAt: boundAt, movedFrom: null, movedAt: null }
  const binding: Binding = { person, mailbox: mailboxOf(person), email, wallet, sealedHash, ...sealed, ...made }
  const written = await rows.insert(keeperBindings).values(binding).onConflictDoNothing().returning()
  // The id is another person's wallet, so it was seen somewhere.
  if (written.length === 0) throw new AlreadyBoundError()
  // A device that was confirmed before there was a wallet typed no digits, so it may not open this one.
  const others = and(eq(keeperCeremonies.person, person), ne(keeperCeremonies.id, id))
  const isTheirs = and(others, eq(keeperCeremonies.status, 'confirmed'))
  await endCeremonies({ base, rows, isTheirs, reason: 'cancelled', ends: 'ceremony' })
  await admit({ base, rows, ceremony })
  const to = { status: 'released', opensAt: boundAt } as const
  return { ceremony: await changeOwing(turn, { ceremony, is: 'made', to }), binding }
}

/**
 * Deletes the recovery door's part: from now on the keeper has nothing by which the wallet opens, and the mailbox has no say in it. So the login server
 * has to say that its owner's own doors suffice: by the word of a device alone, which may be a thief's, it could be bound to a person who never opens it. Deleted already
 * is no fault.
 * @throws DeviceUnknownError for a key that acts for no person of this wallet · LoginAwayError · PartNeededError · TooManyCeremoniesError
 */
export async function forgetPart(
  base: KeeperBase,
  { wallet, by }: { readonly wallet: string; readonly by: string },
): Promise<void> {
  const { orm } = base
  const isIts = eq(keeperBindings.wallet, wallet)
  const [binding] = await orm.select().from(keeperBindings).where(isIts)
  if (binding === undefined) throw new DeviceUnknownError()
  const { person } = binding
  if (!(await actsFor({ rows: orm, person, key: by }))) throw new DeviceUnknownError()
  if (binding.sealed === null) return
  await requireSecured(base, binding)
  await inTurn({ orm, person }, async (rows) => {
    if (!(await actsFor({ rows, person, key: by }))) throw new DeviceUnknownError()
    await rows.update(keeperBindings).set({ keyName: null, rowKey: null, sealed: null, nextAskAt: null }).where(isIts)
  })
}

/** Asked for the frame at a site, whose signing key is the device's. */
interface ContinueIn extends Asker {
  /** the key of the known browser */
  readonly by: string
  /** the frame's key that the part is sealed to */
  readonly key: string
  /** whose wallet; that which the browser has had last if left out */
  readonly person?: string | undefined
}

/**
 * Opens the wallet in the frame of another site of a known browser: without a mail, digits or a wait. The mailbox is written to where no device of the person's came
 * from that network, as the browser's key may be somebody else's by then; its visitor does nothing new, and reads of it on their devices. Of a wallet without a
 * recovery door nothing is released.
 * @throws DeviceUnknownError for a browser that isn't known · TooManyCeremoniesError
 */
export async function continueIn(base: KeeperBase, asked: ContinueIn) {
  await requirePoint(asked.key)
  const isKnown = and(eq(keeperDevices.key, asked.by), eq(keeperDevices.isBrowser, true))
  const isTheirs = asked.person === undefined ? undefined : eq(keeperDevices.person, asked.person)
  const known = base.orm.select().from(keeperDevices).where(and(isKnown, isTheirs))
  const [last] = await known.orderBy(desc(keeperDevices.addedAt)).limit(1)
  if (last === undefined) throw new DeviceUnknownError()
  const { person } = last
  const { continueHour, continueDay } = keeperLimits
  refuse(await takeEach([continueHour, continueDay].map((limit) => [base.windowOf(limit), person] as const)))
  const [network] = base.ownersOf(asked.client)
  const released = await inTurnThenWrite({ base, person }, async (rows, note) => {
    const found = await findBinding(rows, person)
    // The browser may have been forgotten meanwhile.
    const isStill = await actsFor({ rows, person, key: asked.by })
    if (found === null || !isStill) throw new DeviceUnknownError()
    if (found.sealed === null) return null
    const { isNearby } = await fromWhere({ rows, ownersOf: base.ownersOf, person, client: asked.client })
    const { made, links } = continued({ base, asked, binding: found, isNearby })
    await rows.insert(keeperCeremonies).values(made)
    const acting = { rows, person, network, now: made.beganAt }
    await letAct({ ...acting, key: asked.device, isBrowser: false, via: asked.by })
    await letAct({ ...acting, key: asked.by, isBrowser: true })
    await forgetContinued({ rows, person, via: asked.by })
    if (!isNearby) note(letters, { row: made, links })
    return { ceremony: made, binding: found }
  })
  if (released === null) return { status: 'secured' } as const
  const part = await partFor(base, released)
  if (part === null) return { status: 'secured' } as const // closed meanwhile
  return { status: 'released', ceremony: released.ceremony.id, ...(await releasedTo(base, released)), part } as const
}

interface Continued {
  readonly base: KeeperBase
  readonly asked: ContinueIn
  readonly binding: Binding
  readonly isNearby: boolean
}

/** A ceremony that the browser's own key has confirmed, and the secret of its mail's link, if one is owed: no commitment is needed, since nothing stands between. */
function continued({ base, asked, binding: { person, email }, isNearby }: Continued) {
  const now = new Date(base.clock.now())
  const { site, device, key, browser, place } = asked
  const { owing, kept, links } = oweMails(letters, base, { is: 'released' })
  const made: Ceremony = {
    id: newId(),
    ...{ person, email, mailbox: mailboxOf(person), device, site, browser, place, key },
    network: base.ownersOf(asked.client)[0],
    ...{ commitment: '', keeperNonce: '', deviceNonce: null, typedAt: null, typedIn: null, ...unwritten },
    ...(!isNearby && { ...owing, ...kept }),
    language: mailLanguageOf(asked.language),
    ...{ status: 'released', endedReason: null, confirmedIn: asked.by, approvedBy: null },
    ...{ beganAt: now, expiresAt: new Date(now.getTime() + dayMs), opensAt: now, actsAt: now },
  }
  return { made, links }
}
