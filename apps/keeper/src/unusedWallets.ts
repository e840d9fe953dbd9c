import { hourMs, secondMs } from '@foyer/service/budget/limit'
import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import { agreed } from './agreed.js'
import type { KeeperBase } from './base.js'
import { type Binding, times } from './ceremony.js'
import type { NotifyOutcome } from './notifyLogin.js'
import { mostAtOnce } from './owing.js'
import { findBinding, inTurn, type Rows } from './store.js'
import { keeperBindings } from './tables.js'
import { undoBinding } from './undoing.js'

/** How soon the login server is asked again, in milliseconds: of a wallet that it doesn't have yet, and of one whose binding is as old as the time in which a device makes its wallet. */
const againMs = (binding: Binding, now: number) => (isOld(binding, now) ? hourMs : 60 * secondMs)

/** A device has its wallet kept before it has it bound, so that a binding without one comes to nothing; the time is what a login server needs that is restored. */
const isOld = ({ boundAt }: Binding, now: number): boolean => boundAt.getTime() + times.makeMs <= now

/** Bindings of which the login server hasn't said that it has the wallet. One that has gone to another mailbox, as a backup may have it, it may know as the former's alone. */
export const unusedQuery = (rows: Pick<Rows, 'select'>, now: Date) =>
  rows
    .select()
    .from(keeperBindings)
    .where(and(lte(keeperBindings.nextAskAt, now), isNull(keeperBindings.movedFrom)))
    .orderBy(asc(keeperBindings.nextAskAt))
    .limit(mostAtOnce)

/**
 * Asks the login server of each wallet that was bound whether it has it: kept by a session of the person's, without which nobody opens it. One that it has is never asked
 * of again, so that it has no say in a wallet that is used, unless its owner has it undone; a binding of one that it says it doesn't know ends an hour after it was made, so that its person may make
 * another. While it is away, or refuses to say either, nothing ends.
 */
export async function goOnAsking(base: KeeperBase): Promise<void> {
  const now = base.clock.now()
  for (const binding of await unusedQuery(base.orm, new Date(now))) {
    const isIts = and(eq(keeperBindings.wallet, binding.wallet), lte(keeperBindings.nextAskAt, new Date(now)))
    const nextAskAt = new Date(now + againMs(binding, now))
    const [taken] = await base.orm.update(keeperBindings).set({ nextAskAt }).where(isIts).returning()
    if (taken !== undefined && (await ask(base, taken)) === 'away') return
  }
}

const setKept = async (rows: Pick<Rows, 'update'>, wallet: string) =>
  rows
    .update(keeperBindings)
    .set({ nextAskAt: null })
    .where(and(eq(keeperBindings.wallet, wallet), isNotNull(keeperBindings.nextAskAt)))

async function ask(base: KeeperBase, binding: Binding): Promise<NotifyOutcome> {
  const { person, wallet } = binding
  const kept = await agreed(base, binding, 'kept')
  if (kept === 'done') await setKept(base.orm, wallet)
  if (kept !== 'refused' || !isOld(binding, base.clock.now())) return kept
  // A refusal may be of the keeper's word itself, as where the clocks are apart: what ends a binding is a word that was read.
  const unknown = await agreed(base, binding, 'unknown')
  if (unknown === 'done')
    await inTurn({ orm: base.orm, person }, async (rows) => {
      const fresh = await findBinding(rows, person)
      // A wallet without a recovery door is its owner's by what they have: no server's word takes it from them.
      if (fresh?.wallet === wallet && fresh.nextAskAt !== null && fresh.sealed !== null)
        await undoBinding({ base, rows, binding: fresh, reason: 'expired' })
    })
  return unknown
}
