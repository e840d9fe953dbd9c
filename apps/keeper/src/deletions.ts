import { encodeBytes, newId } from '@foyer/custody/bytes'
import {
  closeDeletionCall,
  type DeletionState,
  endDeletionCall,
  finishDeletionCall,
  noticeDeletionCall,
} from '@foyer/custody/deletionCalls'
import { type DeletionStatement, signWord } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { DeletionOverError } from '@foyer/service/errors/custodyRefusals'
import { mailLanguageOf } from '@foyer/service/mail/mailLanguage'
import { and, asc, count, desc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import { type InTurn, inTurnThenWrite, type KeeperBase } from './base.js'
import { refuse } from './begin.js'
import { type Asker, seconds, times } from './ceremony.js'
import { type Deletion, deletionMails } from './deletionMails.js'
import { deletionEnded, endCeremonies, endDeletions, endEmailChanges } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import type { NotifyOutcome } from './notifyLogin.js'
import { oweMails } from './owedMails.js'
import { hashOfLink, mostAtOnce, paid, takenBy } from './owing.js'
import { DeletionRefusedError, DeviceUnknownError, LoginAwayError } from './refusals.js'
import { actsFor, findBinding, inTurn, type Rows } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices, keeperEmailChanges } from './tables.js'

interface AskDeletion extends Asker {
  readonly wallet: string
}

/** A node that asks the login server is done by then, or is taken for gone. */
const askingMs = 60_000

/**
 * Has a wallet wait for its deletion, once the login server has allowed it and has written to the person itself. One that waits already is that one.
 * @throws DeviceUnknownError for a key that doesn't act for the wallet's person · TooManyCeremoniesError · DeletionRefusedError · LoginAwayError
 */
export async function askDeletion(base: KeeperBase, asked: AskDeletion) {
  const { orm, clock } = base
  const [bound] = await orm.select().from(keeperBindings).where(eq(keeperBindings.wallet, asked.wallet))
  if (bound === undefined || !(await actsFor({ rows: orm, person: bound.person, key: asked.device })))
    throw new DeviceUnknownError()
  const link = encodeBytes(base.randomBytes(32))
  const { person } = bound
  const begun = await inTurn({ orm, person }, (rows) => begin({ base, rows, asked, person, link }))
  if (begun.status === 'held') return answerOf(begun)
  // Until the login server has it, it is nothing: a keeper that ends here has deleted nothing, and asked again begins another.
  const outcome = await base.notifyLogin(noticeDeletionCall, { receipt: await wordOf(base, begun, 'asked'), link })
  const held = await inTurn({ orm, person }, async (rows) => {
    const fresh = await findDeletion(rows, begun.id)
    if (fresh?.status !== 'asked') throw new DeletionOverError()
    // It may have received the notice, whatever its answer says.
    if (outcome !== 'done') return setDeletion(rows, fresh, deletionEnded(base))
    const { owing, kept, links: cancel } = oweMails(deletionMails, base, { is: 'deleting' })
    const due = { status: 'held', nextTellAt: fresh.opensAt } as const
    return { ...(await setDeletion(rows, fresh, { ...due, ...owing, ...kept })), cancel }
  })
  if (!('cancel' in held)) throw outcome === 'refused' ? new DeletionRefusedError() : new LoginAwayError()
  base.write(deletionMails, { row: held, links: held.cancel })
  return answerOf(held)

  function answerOf({ id, opensAt }: Deletion) {
    return { deletion: id, opensAt: seconds(Math.max(opensAt.getTime(), clock.now())) }
  }
}

interface Begin extends Omit<InTurn, 'note'> {
  readonly asked: AskDeletion
  readonly person: string
  /** the secret that the login server's mail cancels it by */
  readonly link: string
}

/** One is open a wallet. @returns the one that waits, or a new one */
async function begin({ base, rows, asked, person, link }: Begin): Promise<Deletion> {
  const { wallet, site, device, browser, place, language } = asked
  const now = base.clock.now()
  const binding = await findBinding(rows, person)
  if (binding?.wallet !== wallet || !(await actsFor({ rows, person, key: device }))) throw new DeviceUnknownError()
  const isIts = eq(keeperDeletions.wallet, wallet)
  const [held] = await rows
    .select()
    .from(keeperDeletions)
    .where(and(isIts, eq(keeperDeletions.status, 'held')))
  if (held !== undefined) return held
  const isToday = and(
    eq(keeperDeletions.person, person),
    gt(keeperDeletions.beganAt, new Date(now - keeperLimits.deletionAccount.withinMs)),
  )
  const [found] = await rows.select({ count: count() }).from(keeperDeletions).where(isToday)
  const { most, withinMs } = keeperLimits.deletionAccount
  if ((found?.count ?? 0) >= most) refuse(withinMs / 1000)
  await endDeletions({ base, rows, isTheirs: isIts })
  const deletion: Deletion = {
    id: newId(),
    ...{ wallet, person, email: binding.email, device, site, browser, place, language: mailLanguageOf(language) },
    ...{ cancelHash: null, loginCancelHash: hashOfLink(link), ...paid, status: 'asked' },
    ...{ beganAt: new Date(now), opensAt: new Date(now + base.deletionMs), deletedAt: null },
    // A node that has ended by then leaves nothing that waits at the login server.
    ...{ nextTellAt: new Date(now + askingMs), tellTries: 0 },
  }
  await rows.insert(keeperDeletions).values(deletion)
  return deletion
}

export const findDeletion = async (rows: Rows, id: string): Promise<Deletion | null> =>
  (await rows.select().from(keeperDeletions).where(eq(keeperDeletions.id, id)))[0] ?? null

async function setDeletion(rows: Rows, deletion: Deletion, to: Partial<Deletion>): Promise<Deletion> {
  await rows.update(keeperDeletions).set(to).where(eq(keeperDeletions.id, deletion.id))
  return { ...deletion, ...to }
}

/** The keeper's word for a deletion at a stage; each has a new end. */
function wordOf(
  { clock, secrets }: Pick<KeeperBase, 'clock' | 'secrets'>,
  { id: deletion, wallet, person, device, opensAt, deletedAt }: Deletion,
  stage: DeletionStatement['stage'],
): Promise<Receipt> {
  const at = seconds(stage === 'done' ? (deletedAt ?? opensAt) : opensAt)
  const expiresAt = seconds(clock.now() + times.receiptMs)
  return signWord('deletion', secrets.signing, { stage, deletion, wallet, person, device, at, expiresAt })
}

/** Whether a wallet is to be deleted, for a device of its person's; that it was is said to anyone who knows its random name. */
export async function deletionState(
  base: KeeperBase,
  { wallet, device }: Pick<AskDeletion, 'wallet' | 'device'>,
): Promise<DeletionState> {
  const isOpen = inArray(keeperDeletions.status, ['held', 'deleted'])
  const [found] = await base.orm
    .select()
    .from(keeperDeletions)
    .where(and(eq(keeperDeletions.wallet, wallet), isOpen))
    .orderBy(desc(keeperDeletions.beganAt))
    .limit(1)
  if (found === undefined) return { status: 'none' }
  if (found.status === 'deleted') {
    const at = seconds(found.deletedAt ?? found.opensAt)
    return { status: 'deleted', at, receipt: await wordOf(base, found, 'done') }
  }
  if (!(await actsFor({ rows: base.orm, person: found.person, key: device }))) return { status: 'none' }
  return { status: 'held', deletion: found.id, opensAt: seconds(found.opensAt) }
}

/** Cancels a deletion before the wallet is gone. @throws DeviceUnknownError · DeletionOverError */
export async function cancelDeletion(
  base: KeeperBase,
  { deletion: id, device }: { readonly deletion: string; readonly device: string },
): Promise<void> {
  const found = await findDeletion(base.orm, id)
  if (found === null) throw new DeletionOverError()
  await cancelIn(base, found, async (rows, { person }) => {
    if (!(await actsFor({ rows, person, key: device }))) throw new DeviceUnknownError()
  })
}

async function cancelIn(
  base: KeeperBase,
  { id, person }: Deletion,
  refuse: (rows: Rows, deletion: Deletion) => Promise<void> = async () => {},
): Promise<void> {
  await inTurn({ orm: base.orm, person }, async (rows) => {
    const fresh = await findDeletion(rows, id)
    if (fresh === null || fresh.status === 'deleted') throw new DeletionOverError()
    await refuse(rows, fresh)
    if (fresh.status !== 'ended') await setDeletion(rows, fresh, deletionEnded(base))
  })
}

/** The deletion that a mail's link is of: of the keeper's, or of the login server's. */
export async function findByDeletionLink(rows: Rows, link: string): Promise<Deletion | null> {
  const hash = hashOfLink(link)
  const isLink = or(eq(keeperDeletions.cancelHash, hash), eq(keeperDeletions.loginCancelHash, hash))
  const [found] = await rows.select().from(keeperDeletions).where(isLink)
  return found ?? null
}

/** Cancels what a mail's link is of. @returns whether it was a deletion's. @throws DeletionOverError */
export async function refuseDeletion(base: KeeperBase, link: string): Promise<boolean> {
  const found = await findByDeletionLink(base.orm, link)
  if (found !== null) await cancelIn(base, found)
  return found !== null
}

/**
 * Goes on with what waits: deletes wallets whose wait is over, and notifies the login server until that has answered. Where that is away, those behind are left to the
 * next round: each would wait for it as long, and every mail that is late with them.
 */
export async function goOnDeleting(base: KeeperBase): Promise<void> {
  const now = base.clock.now()
  const isDue = lte(keeperDeletions.nextTellAt, new Date(now))
  const due = await base.orm
    .select()
    .from(keeperDeletions)
    .where(isDue)
    .orderBy(asc(keeperDeletions.nextTellAt))
    .limit(mostAtOnce)
  for (const deletion of due) {
    const isThis = and(eq(keeperDeletions.id, deletion.id), isDue)
    const [taken] = await base.orm.update(keeperDeletions).set(takenBy(deletion, now)).where(isThis).returning()
    if (taken !== undefined && (await goOn(base, taken)) === 'away') return
  }
}

/**
 * The login server is asked first, which from then on lets no one cancel it there; then the keeper deletes, in the person's turn, unless it was cancelled here
 * meanwhile; that is the moment in which the wallet is deleted, and its word has the login server do the rest.
 */
async function goOn(base: KeeperBase, taken: Deletion): Promise<NotifyOutcome> {
  const closed =
    taken.status === 'held'
      ? await base.notifyLogin(closeDeletionCall, { receipt: await wordOf(base, taken, 'due') })
      : 'done'
  if (closed === 'away') return closed
  const deletion = await inTurnThenWrite({ base, person: taken.person }, (rows, note) =>
    decide({ base, rows, note, taken, isStopped: closed === 'refused' }),
  )
  if (deletion === null) return 'done'
  const outcome =
    deletion.status === 'deleted'
      ? await base.notifyLogin(finishDeletionCall, { receipt: await wordOf(base, deletion, 'done') })
      : await base.notifyLogin(endDeletionCall, { receipt: await wordOf(base, deletion, 'ended') })
  if (outcome === 'done') await setDeletion(base.orm, deletion, { nextTellAt: null })
  return outcome
}

interface Decide extends InTurn {
  readonly taken: Deletion
  /** somebody has cancelled it at the login server */
  readonly isStopped: boolean
}

/** @returns the deletion of which the login server is notified */
async function decide({ base, rows, note, taken, isStopped }: Decide): Promise<Deletion | null> {
  const fresh = await findDeletion(rows, taken.id)
  // The device that asked has ended before the answer; or somebody has cancelled it.
  if (fresh?.status === 'asked' || (fresh?.status === 'held' && isStopped))
    return setDeletion(rows, fresh, { status: 'ended' })
  if (fresh?.status !== 'held') return fresh
  await forgetPerson({ base, rows, taken: fresh })
  const { owing } = oweMails(deletionMails, base, { is: 'deleted' })
  const deleted = { status: 'deleted', deletedAt: new Date(base.clock.now()), tellTries: 0 } as const
  const row = await setDeletion(rows, fresh, { ...deleted, ...owing })
  note(deletionMails, { row, links: null })
  return row
}

/**
 * Deletes all by which the keeper knows a person: their wallet with its part, and the keys that act for them. What their devices had begun is over, at the login
 * server too: a receipt that one of them still has would let it into their next wallet.
 */
async function forgetPerson({
  base,
  rows,
  taken: { person, wallet },
}: Omit<Decide, 'isStopped' | 'note'>): Promise<void> {
  await rows.delete(keeperBindings).where(and(eq(keeperBindings.person, person), eq(keeperBindings.wallet, wallet)))
  await rows.delete(keeperDevices).where(eq(keeperDevices.person, person))
  const isTheirs = eq(keeperCeremonies.person, person)
  await endCeremonies({ base, rows, isTheirs, reason: 'cancelled', ends: 'ceremony' })
  await endEmailChanges({ rows, isTheirs: eq(keeperEmailChanges.person, person) })
}
