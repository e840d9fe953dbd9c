import { newId } from '@foyer/custody/bytes'
import type { EmailChangeState } from '@foyer/custody/emailChangeCalls'
import { personOf } from '@foyer/custody/person'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { hourMs } from '@foyer/service/budget/limit'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import { and, count, countDistinct, desc, eq, gt, lte, ne } from 'drizzle-orm'
import { type InTurn, inTurnThenWrite, type KeeperBase } from './base.js'
import { refuse } from './begin.js'
import { type Asker, seconds, times } from './ceremony.js'
import { changeMails, type EmailChange } from './changeMails.js'
import { endEmailChanges } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import { moveBinding } from './moveBinding.js'
import { oweMails } from './owedMails.js'
import { CeremonyOverError, DeviceUnknownError } from './refusals.js'
import { type From, fromWhere } from './shares.js'
import { receiptOf, statedOf, whileWaiting } from './state.js'
import { actsFor, findBinding, inTurn, type Rows } from './store.js'
import { keeperEmailChanges } from './tables.js'

interface AskEmailChange extends Asker {
  readonly from: string
  readonly to: string
}

/**
 * Has both mailboxes asked whether a wallet goes from one to the other. The same again is the change that there is, however far it has come. Nothing says
 * whether the new address is known. [F3]
 * @throws DeviceUnknownError for a key that doesn't act for the person · TooManyCeremoniesError
 */
export async function askEmailChange(base: KeeperBase, asked: AskEmailChange) {
  const person = personOf({ email: asked.from })
  const { orm, ownersOf, windowOf } = base
  const from = await fromWhere({ rows: orm, ownersOf, person: personOf({ email: asked.to }), client: asked.client })
  const before = await findOwn(base, { ...asked, person })
  if (before === null) {
    // The new mailbox may be a stranger's: what is written to it is the asking network's. Who may ask for nothing takes nothing.
    if (!(await actsFor({ rows: orm, person, key: asked.device }))) throw new DeviceUnknownError()
    refuse(await windowOf(keeperLimits.changeNetwork).take({ key: networkOf(asked.client) }))
  }
  return inTurnThenWrite({ base, person }, async (rows, note) => {
    const found = await findOwn({ ...base, orm: rows }, { ...asked, person })
    if (found !== null) return { change: found.id, expiresAt: seconds(found.expiresAt) }
    if (!(await actsFor({ rows, person, key: asked.device }))) throw new DeviceUnknownError()
    await refuseBeyond({ base, rows, person, to: asked.to, from })
    // One is open a person.
    await endEmailChanges({ rows, isTheirs: eq(keeperEmailChanges.person, person) })
    const owed = begun(base, { ...asked, person, network: from.network })
    await rows.insert(keeperEmailChanges).values(owed.row)
    note(changeMails, owed)
    return { change: owed.row.id, expiresAt: seconds(owed.row.expiresAt) }
  })
}

function begun(base: KeeperBase, asked: AskEmailChange & Pick<EmailChange, 'person' | 'network'>) {
  const { person, network, from, to, device, site, browser, place } = asked
  const now = base.clock.now()
  const { owing, kept, links } = oweMails(changeMails, base, { is: 'change' })
  const row: EmailChange = {
    ...{ id: newId(), person, from, to, toMailbox: mailboxOf(to), device, site, browser, place, network },
    language: mailLanguageOf(asked.language),
    ...{ fromLink: null, toLink: null, fromCancel: null, toCancel: null, fromConfirmedAt: null, toConfirmedAt: null },
    ...{ status: 'waiting', endedReason: null, ...owing, ...kept },
    ...{ beganAt: new Date(now), expiresAt: new Date(now + times.linkMs), opensAt: null },
  }
  return { row, links }
}

/** The device's own change to an address, as long as something can come of it. */
async function findOwn(
  { orm, clock }: { readonly orm: Rows; readonly clock: KeeperBase['clock'] },
  { person, to, device }: { readonly person: string; readonly to: string; readonly device: string },
): Promise<EmailChange | null> {
  const { person: personIs, to: toIs, device: deviceIs, beganAt } = keeperEmailChanges
  const isOwn = and(eq(personIs, person), eq(toIs, to), eq(deviceIs, device))
  const [found] = await orm.select().from(keeperEmailChanges).where(isOwn).orderBy(desc(beganAt)).limit(1)
  return found !== undefined && changeStanding(found, clock.now()).status !== 'ended' ? found : null
}

interface Beyond {
  readonly base: KeeperBase
  readonly rows: Rows
  readonly person: string
  readonly to: string
  /** where it is asked, seen from who has the new mailbox */
  readonly from: From
}

/** A person's own of a day; and of an address, by how many others of an hour: those of one network are one. @throws TooManyCeremoniesError */
async function refuseBeyond({ base, rows, person, to, from: { network, isNearby } }: Beyond): Promise<void> {
  const { changeAccount, changeStrangers, changeOne } = keeperLimits
  const { beganAt, person: personIs, toMailbox: toIs, network: networkIs } = keeperEmailChanges
  const since = (ms: number) => gt(beganAt, new Date(base.clock.now() - ms))
  const own = and(eq(personIs, person), since(changeAccount.withinMs))
  const [mine] = await rows.select({ count: count() }).from(keeperEmailChanges).where(own)
  if ((mine?.count ?? 0) >= changeAccount.most) refuse(changeAccount.withinMs / 1000)
  if (isNearby || network === null) return
  const others = and(eq(toIs, mailboxOf(to)), ne(personIs, person), since(hourMs))
  const persons = { count: countDistinct(personIs) }
  const [all] = await rows.select(persons).from(keeperEmailChanges).where(others)
  const [near] = await rows
    .select(persons)
    .from(keeperEmailChanges)
    .where(and(others, eq(networkIs, network)))
  const isFull = (all?.count ?? 0) >= changeStrangers.most || (near?.count ?? 0) >= changeOne.most
  if (isFull) refuse(hourMs / 1000)
}

/** Returns a change's status at a moment: what is over by time alone is so before its row says it. One that is due waits until it is asked after. */
export function changeStanding(change: EmailChange, now: number): Pick<EmailChange, 'status' | 'endedReason'> {
  const { status, expiresAt, opensAt, endedReason } = change
  const isOver = status === 'waiting' ? expiresAt.getTime() <= now : (opensAt?.getTime() ?? now) + times.openMs <= now
  return isOver && status !== 'ended' ? { status: 'ended', endedReason: 'expired' } : { status, endedReason }
}

export const findChange = async (rows: Rows, id: string): Promise<EmailChange | null> =>
  (await rows.select().from(keeperEmailChanges).where(eq(keeperEmailChanges.id, id)))[0] ?? null

/** Changes a row. @returns it as it is now */
export async function setChange(rows: Rows, change: EmailChange, to: Partial<EmailChange>): Promise<EmailChange> {
  await rows.update(keeperEmailChanges).set(to).where(eq(keeperEmailChanges.id, change.id))
  return { ...change, ...to }
}

interface AskState {
  readonly change: string
  readonly device: string
  readonly known: EmailChangeState['status'] | null
  readonly client: string
  readonly signal: AbortSignal
}

/**
 * Returns how far a change of a device's own is, once that differs from what the device knows, or after 20 seconds. One that is due goes through now: the device that
 * asks takes the word for it to the login server, so that the two are of one mind but for that moment.
 * @throws CeremonyOverError
 */
export async function emailChangeState(base: KeeperBase, { change: id, device, known, client, signal }: AskState) {
  const { clock, orm } = base
  return whileWaiting({ base, client, signal }, async (mayWait) => {
    const found = await findChange(orm, id)
    if (found === null || found.device !== device) throw new CeremonyOverError()
    const change = isDue(found, clock.now()) ? await goThrough(base, found) : found
    const standing = changeStanding(change, clock.now())
    return standing.status !== known || !mayWait() ? stateOf(base, { ...change, ...standing }) : null
  })
}

async function stateOf(base: KeeperBase, change: EmailChange): Promise<EmailChangeState> {
  const { status, endedReason, opensAt, id, device, to } = change
  if (status === 'waiting') return { status }
  if (status === 'held' && opensAt !== null) return { status, opensAt: seconds(opensAt) }
  const person = personOf({ email: to })
  const binding = status === 'changed' ? await findBinding(base.orm, person) : null
  // It has gone on to yet another address since.
  if (binding === null || binding.movedFrom !== change.person)
    return { status: 'ended', reason: endedReason ?? 'expired' }
  return { status: 'changed', receipt: await receiptOf(base, { id, person, device }, statedOf(binding)) }
}

const isDue = ({ status, opensAt }: EmailChange, now: number): boolean =>
  status === 'held' && opensAt !== null && opensAt.getTime() <= now && opensAt.getTime() + times.openMs > now

/** Lets a change go through whose wait is over, and writes to both mailboxes. */
function goThrough(base: KeeperBase, { id, person, to }: EmailChange): Promise<EmailChange> {
  return inTurnThenWrite({ base, person, also: personOf({ email: to }) }, async (rows, note) => {
    const change = await findChange(rows, id)
    if (change === null) throw new CeremonyOverError()
    return isDue(change, base.clock.now()) ? moved({ base, rows, note, change }) : change
  })
}

async function moved({ base, rows, note, change }: InTurn & { readonly change: EmailChange }): Promise<EmailChange> {
  const failure = await moveBinding({ base, rows, change })
  if (failure !== null) return setChange(rows, change, { status: 'ended', endedReason: failure })
  const { owing, links } = oweMails(changeMails, base, { is: 'changed' })
  const done = await setChange(rows, change, { status: 'changed', ...owing })
  note(changeMails, { row: done, links })
  return done
}

/** A change to a person's mailbox that is due and wasn't asked after yet. */
export async function dueChangeTo(base: Pick<KeeperBase, 'orm' | 'clock'>, email: string | null) {
  if (email === null) return null
  const now = base.clock.now()
  const isHeld = and(eq(keeperEmailChanges.status, 'held'), lte(keeperEmailChanges.opensAt, new Date(now)))
  const found = await base.orm
    .select()
    .from(keeperEmailChanges)
    .where(and(eq(keeperEmailChanges.to, email), isHeld))
  return found.find((change) => isDue(change, now)) ?? null
}

/** The link of a login by the new address, once it is opened, finds the wallet there, whatever has become of the device that asked for the change. */
export async function goThroughTo(base: KeeperBase, email: string | null): Promise<void> {
  const due = await dueChangeTo(base, email)
  if (due !== null) await goThrough(base, due)
}

/** Ends a change before the wallet has gone. @throws DeviceUnknownError · CeremonyOverError */
export async function cancelEmailChange(
  base: KeeperBase,
  { change: id, device }: { readonly change: string; readonly device: string },
): Promise<void> {
  const found = await findChange(base.orm, id)
  if (found === null) throw new CeremonyOverError()
  const { person } = found
  await inTurn({ orm: base.orm, person }, async (rows) => {
    const change = await findChange(rows, id)
    if (change === null || change.status === 'changed') throw new CeremonyOverError()
    if (change.device !== device && !(await actsFor({ rows, person, key: device }))) throw new DeviceUnknownError()
    if (change.status !== 'ended') await setChange(rows, change, { status: 'ended', endedReason: 'cancelled' })
  })
}
