import { dayMs, hourMs } from '@foyer/service/budget/limit'
import type { SealedSecret } from '@foyer/service/seal/sealedRows'
import type { InferSelectModel } from 'drizzle-orm'
import type { keeperBindings, keeperCeremonies } from './tables.js'

export type Ceremony = InferSelectModel<typeof keeperCeremonies>
export type Binding = InferSelectModel<typeof keeperBindings>

/** Where, by what and for whom something is asked. */
export interface Asker {
  readonly site: string
  /** the key of the device that asks */
  readonly device: string
  readonly browser: string
  readonly place: string | null
  /** BCP 47; what the visitor reads */
  readonly language?: string | undefined
  /** whom it is counted against */
  readonly client: string
}

/** Times that a keeper waits. */
export const times = {
  /** a link that isn't used; a person may have to look for the mail */
  linkMs: 20 * 60_000,
  /** a confirmed device makes its wallet */
  makeMs: hourMs,
  /** a device that comes back late still finds its wallet open */
  openMs: 30 * dayMs,
  /** a receipt; each question gives a new one */
  receiptMs: 10 * 60_000,
  /** a wallet that is younger opens without waiting */
  youngMs: dayMs,
  /** how long a question after a ceremony waits for something new */
  pollMs: 20_000,
} as const

/**
 * Returns the status of a ceremony at a moment. What ends or opens by time alone is so before any row says it.
 * @returns what its row is to say, where that is something else
 */
export function standingOf(ceremony: Ceremony, now: number): Pick<Ceremony, 'status' | 'endedReason'> {
  const { status, expiresAt, opensAt } = ceremony
  const expired = { status: 'ended', endedReason: 'expired' } as const
  const same = { status, endedReason: ceremony.endedReason }
  if (status === 'waiting' || status === 'confirmed') return expiresAt.getTime() <= now ? expired : same
  if (status === 'ended' || opensAt === null) return same
  if (opensAt.getTime() + times.openMs <= now) return expired
  return status === 'held' && opensAt.getTime() <= now ? { status: 'released', endedReason: null } : same
}

/** Whether a device that asks again is given the same ceremony. */
export const isOpen = (ceremony: Ceremony, now: number): boolean => standingOf(ceremony, now).status !== 'ended'

/** The recovery door's part as a row keeps it; null once it was deleted. */
export function partIn({
  keyName,
  rowKey,
  sealed,
}: Pick<Binding, 'keyName' | 'rowKey' | 'sealed'>): SealedSecret | null {
  return keyName === null || rowKey === null || sealed === null ? null : { keyName, rowKey, sealed }
}

interface OpensAt {
  readonly binding: Pick<Binding, 'boundAt' | 'sealed'>
  readonly holdMs: number
  readonly now: number
}

/** Returns a wallet's wait before a new device opens it, in milliseconds: none on its first day, nor where nothing is released. */
export const holdOf = ({ binding, holdMs, now }: OpensAt): number =>
  binding.sealed === null || binding.boundAt.getTime() + times.youngMs > now ? 0 : holdMs

export const seconds = (moment: Date | number): number =>
  Math.floor((typeof moment === 'number' ? moment : moment.getTime()) / 1000)

/** Returns a wait in whole seconds; null where there is none. */
export const secondsOf = (ms: number): number | null => (ms === 0 ? null : Math.ceil(ms / 1000))

/** Facts of what was asked for, for those who may confirm or refuse it. */
export const shownOf = ({
  site,
  browser,
  place,
  beganAt,
}: Pick<Ceremony, 'site' | 'browser' | 'place' | 'beganAt'>) => ({
  ...{ site, browser, place },
  beganAt: seconds(beganAt),
})
