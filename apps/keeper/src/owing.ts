import { createHash } from 'node:crypto'
import { encodeBytes } from '@foyer/custody/bytes'
import type { Budget } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { Ceremony } from './ceremony.js'
import type { MailAbout } from './tables.js'

/** Everything that owed mails are written down and sent with. */
export interface MailingBase {
  readonly orm: Orm
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
  /** mails that are sent late, in all */
  readonly lateLimit: Budget
}

/** A ceremony that owes its mailbox a mail, and the secret of the mail's link, of which the row has the hash alone. */
export interface OwedLetter {
  readonly ceremony: Ceremony
  readonly link: string | null
}

/** Columns of a row that owes a mail: which, from when on any node may send it, and how often one has taken that on itself. */
export interface Owing<Is extends string> {
  readonly owes: Is | null
  readonly owedAt: Date | null
  readonly owedTries: number
}

/** Columns of a ceremony's row about the mail that it owes, and keeps of it. */
export type OwedByCeremony = Owing<MailAbout> &
  Partial<Pick<Ceremony, 'linkHash' | 'mailedAt' | 'cancelHash' | 'denyHash'>>

export const owingTimes = {
  /** a node that has taken a mail on itself sends it, or is taken for gone */
  leaseMs: 60_000,
  /** of that, what is left for the mail server to take it: a mail whose turn comes later is left to the next node */
  sendMs: 45_000,
} as const

/** Columns of a mail that a node takes on itself: until then no other sends it. */
export const leaseOf = (
  { now }: Pick<Clock, 'now'>,
  before: { readonly owedTries: number } | undefined,
): Pick<Owing<string>, 'owedTries'> & { readonly owedAt: Date } => ({
  owedAt: new Date(now() + owingTimes.leaseMs),
  owedTries: (before?.owedTries ?? 0) + 1,
})

/** Until when a mail may begin to be sent: what is left of the time after that is the mail server's. */
export const sendBy = (owedAt: Date): number => owedAt.getTime() - owingTimes.sendMs

/** Of a kind, in one round; the rest is of the next. */
export const mostAtOnce = 50

/** A mail server that is away for a day is waited for, and no longer. */
export const mostTries = 30
const longestPauseMs = 3_600_000

/** Returns the pause before a mail that its server didn't take is tried again: four seconds at first, an hour at last. */
export const pauseAfter = (tries: number): number => Math.min(2_000 * 2 ** tries, longestPauseMs)

/** Nothing is owed any more. */
export const paid = { owes: null, owedAt: null, owedTries: 0 } as const

export const hashOfLink = (link: string): string => createHash('sha256').update(link).digest('base64url')

interface Owe {
  readonly is: MailAbout
  /** the ceremony, where it owes this mail already */
  readonly before?: Pick<Ceremony, 'owedTries' | 'mailedAt'> | undefined
}

/**
 * Says that a mail is owed and that this node is about to send it. It stands in the row until it is sent, so that a node which ends before that leaves it to the
 * next. A mail that is tried again has another link, since the secret of the one before is nowhere.
 */
export function owe({ clock, randomBytes }: Pick<MailingBase, 'clock' | 'randomBytes'>, { is, before }: Owe) {
  const lease = { owes: is, ...leaseOf(clock, before) }
  if (is === 'wrongDigits') return { owed: lease satisfies OwedByCeremony, link: null }
  const link = encodeBytes(randomBytes(32))
  const hash = hashOfLink(link)
  if (is === 'held') return { owed: { ...lease, cancelHash: hash } satisfies OwedByCeremony, link }
  if (is === 'released') return { owed: { ...lease, denyHash: hash } satisfies OwedByCeremony, link }
  // A mail that is tried again is one ceremony still.
  return {
    owed: { ...lease, linkHash: hash, mailedAt: before?.mailedAt ?? new Date(clock.now()) } satisfies OwedByCeremony,
    link,
  }
}
