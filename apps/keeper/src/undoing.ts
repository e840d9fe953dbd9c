import { emailOf } from '@foyer/custody/person'
import { and, eq, ne } from 'drizzle-orm'
import { type AskLogin, agreed } from './agreed.js'
import type { KeeperBase } from './base.js'
import { refuse } from './begin.js'
import { type Binding, type Ceremony, times } from './ceremony.js'
import { endCeremonies, endDeletions, endEmailChanges, ended } from './ending.js'
import { keeperLimits } from './keeperLimits.js'
import { LoginAwayError } from './refusals.js'
import { findBinding, type Rows } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices, keeperEmailChanges } from './tables.js'

interface UndoableBy {
  readonly rows: Rows
  readonly ceremony: Ceremony
  readonly now: number
}

/**
 * The binding that the mail about a new wallet undoes: on its first day, on which the mailbox opens the wallet as well; later only the device is ended by it. A
 * mailbox that the wallet has left undoes nothing, and neither does the one that a provider states of an account: that opens nothing. Neither does anyone's of a
 * wallet without a recovery door: it opens by what its owner has alone, and a mail takes nothing of it.
 */
export async function undoableBy({ rows, ceremony: { id, person }, now }: UndoableBy): Promise<Binding | null> {
  const binding = await findBinding(rows, person)
  const isIts = binding?.madeBy === id && binding.movedFrom === null && emailOf(person) !== null
  return isIts && binding.sealed !== null && binding.boundAt.getTime() + times.youngMs > now ? binding : null
}

/**
 * Whether the login server agrees that a binding is undone: it has no passkey and no paper of the wallet, which would open for no one afterwards, and whose owner
 * would lose what it holds to anyone who has seen the mail.
 * @throws LoginAwayError where it can't be asked · TooManyCeremoniesError
 */
export async function mayUndo(base: AskLogin & Pick<KeeperBase, 'windowOf'>, binding: Binding): Promise<boolean> {
  refuse(await base.windowOf(keeperLimits.walletAsked).take({ key: binding.person }))
  const answer = await agreed(base, binding, 'undoable')
  if (answer === 'away') throw new LoginAwayError()
  return answer === 'done'
}

interface Undo {
  readonly base: Pick<KeeperBase, 'clock'>
  /** in the person's turn */
  readonly rows: Rows
  readonly binding: Binding
  readonly reason: 'cancelled' | 'expired'
}

/**
 * Undoes a binding, so that its person may make another wallet: the part is deleted, no key acts for them, and the login server is notified of every device that had
 * come by it, and that the wallet isn't theirs. A login that waits for its mail's link goes on.
 */
export async function undoBinding({ base, rows, binding: { person, wallet, madeBy }, reason }: Undo): Promise<void> {
  await rows.delete(keeperBindings).where(and(eq(keeperBindings.person, person), eq(keeperBindings.wallet, wallet)))
  await rows.delete(keeperDevices).where(eq(keeperDevices.person, person))
  await endEmailChanges({ rows, isTheirs: eq(keeperEmailChanges.person, person) })
  await endDeletions({ base, rows, isTheirs: eq(keeperDeletions.person, person) })
  const isTheirs = and(eq(keeperCeremonies.person, person), ne(keeperCeremonies.status, 'waiting'))
  await endCeremonies({ base, rows, isTheirs, reason, ends: 'device' })
  // Over by itself or not: its notice has the wallet's name.
  const isMaker = and(eq(keeperCeremonies.person, person), eq(keeperCeremonies.id, madeBy ?? ''))
  await rows
    .update(keeperCeremonies)
    .set({ ...ended(base, { reason, ends: 'device' }), undoes: wallet })
    .where(isMaker)
}
