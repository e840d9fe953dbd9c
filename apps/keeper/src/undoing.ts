import { emailOf } from '@foyer/custody/person'
import { secondMs } from '@foyer/service/budget/limit'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { agreed } from './agreed.js'
import type { KeeperBase } from './base.js'
import { refuse } from './begin.js'
import { type Binding, type Ceremony, times } from './ceremony.js'
import { endCeremonies, endDeletions, endEmailChanges, ended } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import { LoginAwayError, PartNeededError } from './refusals.js'
import { findBinding, type Rows } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices, keeperEmailChanges } from './tables.js'

interface UndoableBy {
  readonly rows: Rows
  readonly ceremony: Ceremony
  readonly now: number
}

/**
 * The binding that the mail about a new wallet undoes if the login server agrees: on its first day, on which the mailbox opens the wallet as well; later only the device is
 * ended by it. A mailbox that the wallet has left undoes nothing, and neither does the one that a provider states of an account: that opens nothing.
 */
export async function undoableBy({ rows, ceremony: { id, person }, now }: UndoableBy): Promise<Binding | null> {
  const binding = await findBinding(rows, person)
  const isIts = binding?.madeBy === id && binding.movedFrom === null && emailOf(person) !== null
  return isIts && binding.boundAt.getTime() + times.youngMs > now ? binding : null
}

/**
 * Has the login server undo a wallet, which it does first: were it told afterwards, a door could be added meanwhile of a wallet whose owner was told that it is undone.
 * It does so unless it has a passkey or a paper of the wallet, which would open for no one afterwards. Where its answer is lost it is asked later what it has of it.
 * @returns whether it has done so
 * @throws LoginAwayError where it can't be asked · TooManyCeremoniesError
 */
export async function undoAtLogin(base: KeeperBase, { person, wallet }: Binding): Promise<boolean> {
  refuse(await base.windowOf(keeperLimits.undoneAsked).take({ key: person }))
  const isIts = and(eq(keeperBindings.wallet, wallet), eq(keeperBindings.person, person))
  const nextAskAt = new Date(base.clock.now() + 60 * secondMs)
  await base.orm
    .update(keeperBindings)
    .set({ nextAskAt })
    .where(and(isIts, isNull(keeperBindings.nextAskAt)))
  const answer = await agreed(base, { person, wallet }, 'undone')
  if (answer === 'away') throw new LoginAwayError()
  return answer === 'done'
}

/**
 * Has the login server say that enough of the owner's own doors open a wallet. One that has gone to another mailbox it may know as the former's still.
 * @throws LoginAwayError · PartNeededError · TooManyCeremoniesError
 */
export async function requireSecured(base: KeeperBase, { person, movedFrom, wallet }: Binding): Promise<void> {
  refuse(await base.windowOf(keeperLimits.securedAsked).take({ key: person }))
  for (const of of movedFrom === null ? [person] : [person, movedFrom]) {
    const secured = await agreed(base, { person: of, wallet }, 'secured')
    if (secured === 'away') throw new LoginAwayError()
    if (secured === 'done') return
  }
  throw new PartNeededError()
}

interface Undo {
  readonly base: Pick<KeeperBase, 'clock'>
  /** in the person's turn */
  readonly rows: Rows
  readonly binding: Binding
  readonly reason: 'cancelled' | 'expired'
}

/**
 * Undoes a binding of a wallet that the login server has closed, so that its person may make another: the part is deleted, no key acts for them, and the login server
 * is notified of every device that had come by it. A login that waits for its mail's link goes on.
 */
export async function undoBinding({ base, rows, binding: { person, wallet, madeBy }, reason }: Undo): Promise<void> {
  await rows.delete(keeperBindings).where(and(eq(keeperBindings.person, person), eq(keeperBindings.wallet, wallet)))
  await rows.delete(keeperDevices).where(eq(keeperDevices.person, person))
  await endEmailChanges({ rows, isTheirs: eq(keeperEmailChanges.person, person) })
  await endDeletions({ base, rows, isTheirs: eq(keeperDeletions.person, person) })
  const isTheirs = and(eq(keeperCeremonies.person, person), ne(keeperCeremonies.status, 'waiting'))
  await endCeremonies({ base, rows, isTheirs, reason, ends: 'device' })
  // Over by itself or not: nothing that it owes is sent any more.
  const isMaker = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.id, madeBy ?? ''))
  await rows
    .update(keeperCeremonies)
    .set({ ...ended(base, { reason, ends: 'device' }), undoes: wallet })
    .where(isMaker)
}
