import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type { KeeperBase } from './base.js'
import type { Ceremony } from './ceremony.js'
import type { Rows } from './store.js'
import { keeperCeremonies, keeperDeletions, keeperEmailChanges } from './tables.js'

type Ends = NonNullable<Ceremony['ends']>

interface Ended {
  readonly reason: NonNullable<Ceremony['endedReason']>
  readonly ends: Ends
}

/** Columns of a ceremony that is over, whose device may have a session by it: the login server is notified until it has answered, or has refused for a day. */
export const ended = ({ clock }: Pick<KeeperBase, 'clock'>, { reason, ends }: Ended) =>
  ({
    status: 'ended',
    endedReason: reason,
    ends,
    nextTellAt: new Date(clock.now()),
    tellTries: 0,
    refusedFrom: null,
  }) as const

/** Columns of a ceremony of which the login server is to be notified of nothing. */
export const nothingDue = { ends: null, undoes: null, nextTellAt: null, tellTries: 0, refusedFrom: null } as const

interface EndThem extends Ended {
  readonly base: Pick<KeeperBase, 'clock'>
  readonly rows: Rows
  readonly isTheirs: SQL | undefined
}

/** Ends ceremonies that aren't over. Of those that weren't confirmed the login server knows nothing, and isn't notified. */
export async function endCeremonies({ base, rows, isTheirs, ...end }: EndThem): Promise<void> {
  const { status } = keeperCeremonies
  const to = ended(base, end)
  await rows
    .update(keeperCeremonies)
    .set({ status: to.status, endedReason: to.endedReason })
    .where(and(isTheirs, eq(status, 'waiting')))
  await rows
    .update(keeperCeremonies)
    .set(to)
    .where(and(isTheirs, ne(status, 'ended')))
}

interface CancelIn extends Pick<EndThem, 'base' | 'rows'> {
  readonly ceremony: Ceremony
  readonly reason: Ended['reason']
}

/** Ends a ceremony that isn't over. */
export const cancelIn = ({ ceremony, ...end }: CancelIn): Promise<void> =>
  endCeremonies({ ...end, isTheirs: eq(keeperCeremonies.id, ceremony.id), ends: 'ceremony' })

interface EndAsked extends Pick<EndThem, 'base' | 'rows'> {
  readonly isTheirs: SQL | undefined
}

/** Ends changes of an address before the wallet has gone. */
export async function endEmailChanges({ rows, isTheirs }: Omit<EndAsked, 'base'>): Promise<void> {
  const isOpen = inArray(keeperEmailChanges.status, ['waiting', 'held'])
  await rows.update(keeperEmailChanges).set({ status: 'ended', endedReason: 'cancelled' }).where(and(isTheirs, isOpen))
}

/** Columns of a deletion of which nothing comes: the login server is notified. */
export const deletionEnded = ({ clock }: Pick<KeeperBase, 'clock'>) =>
  ({ status: 'ended', nextTellAt: new Date(clock.now()), tellTries: 0 }) as const

/** Ends deletions before the wallet is gone. */
export async function endDeletions({ base, rows, isTheirs }: EndAsked): Promise<void> {
  const isOpen = inArray(keeperDeletions.status, ['asked', 'held'])
  await rows.update(keeperDeletions).set(deletionEnded(base)).where(and(isTheirs, isOpen))
}
