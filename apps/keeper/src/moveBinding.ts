import { personOf } from '@foyer/custody/person'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import { partIn } from './ceremony.js'
import type { EmailChange } from './changeMails.js'
import { endCeremonies, endDeletions } from './ending.js'
import { findBinding, type Rows } from './store.js'
import { keeperBindings, keeperCeremonies, keeperDeletions, keeperDevices } from './tables.js'

interface MoveBinding {
  readonly base: Pick<KeeperBase, 'clock' | 'sealedRows'>
  /** in the turns of both persons */
  readonly rows: Rows
  readonly change: EmailChange
}

/**
 * Binds the wallet to its new address in the place of the old one, with the keys that act for it. What devices of either address had begun is over: it was
 * for the wallet as it was bound before. @returns why that can't be; null where it is done
 */
export async function moveBinding({ base, rows, change }: MoveBinding): Promise<'cancelled' | 'taken' | null> {
  const { person: from, to: email } = change
  const to = personOf({ email })
  const binding = await findBinding(rows, from)
  if (binding === null) return 'cancelled'
  if ((await findBinding(rows, to)) !== null) return 'taken'
  const { wallet } = binding
  const part = partIn(binding)
  const secret = part && base.sealedRows.open({ row: [from, wallet], sealed: part })
  // One that was deleted, as its owner opens the wallet alone, stays so.
  const sealed = secret && base.sealedRows.seal({ row: [to, wallet], secret })
  const now = new Date(base.clock.now())
  await rows
    .update(keeperBindings)
    // Both mailboxes have confirmed it: that it is used needs no further word.
    .set({ person: to, mailbox: mailboxOf(to), email, ...sealed, movedFrom: from, movedAt: now, nextAskAt: null })
    .where(eq(keeperBindings.person, from))
  const keys = await rows.select().from(keeperDevices).where(eq(keeperDevices.person, from))
  if (keys.length > 0)
    await rows
      .insert(keeperDevices)
      .values(keys.map((key) => ({ ...key, person: to })))
      .onConflictDoNothing()
  await rows.delete(keeperDevices).where(eq(keeperDevices.person, from))
  // A wallet that goes to another mailbox, confirmed in both, isn't deleted for the one before.
  await endDeletions({ base, rows, isTheirs: eq(keeperDeletions.person, from) })
  // A device of the new address that was confirmed before there was a wallet has had a receipt, and is none of this wallet's.
  const isUnbound = and(eq(keeperCeremonies.person, to), eq(keeperCeremonies.status, 'confirmed'))
  await endCeremonies({ base, rows, isTheirs: isUnbound, reason: 'cancelled', ends: 'ceremony' })
  // Where the wallet has opened already, its owner may say for 30 days that it wasn't them: that goes with it.
  const isOpened = and(eq(keeperCeremonies.person, from), eq(keeperCeremonies.status, 'released'))
  await rows.update(keeperCeremonies).set({ person: to }).where(isOpened)
  const isEither = or(eq(keeperCeremonies.person, from), eq(keeperCeremonies.person, to))
  // One that waits for its link asks for digits from now on, as the wallet is there.
  const isBegun = inArray(keeperCeremonies.status, ['confirmed', 'held'])
  await rows.update(keeperCeremonies).set({ status: 'ended', endedReason: 'cancelled' }).where(and(isEither, isBegun))
  return null
}
