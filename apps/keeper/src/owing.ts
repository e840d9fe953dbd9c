import { createHash } from 'node:crypto'
import type { Budget } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'

/** Everything that owed mails are written down and sent with. */
export interface MailingBase {
  readonly orm: Orm
  readonly clock: Clock
  readonly randomBytes: (length: number) => Uint8Array
  readonly lateLimit: Budget
}

/** Columns of a row that owes a mail: which, from when on any node may send it, and how often one has taken that on itself. */
export interface Owing<Is extends string> {
  readonly owes: Is | null
  readonly owedAt: Date | null
  readonly owedTries: number
}

/** Until when a mail may begin to be sent: what is left of the time in which a node is waited for is the mail server's. */
export const sendBy = (owedAt: Date): number => owedAt.getTime() - 45_000

/** Of a kind, in one round; the rest is of the next. */
export const mostAtOnce = 50

/** A mail server that is away for a day is waited for, and no longer. */
export const mostTries = 30
const longestPauseMs = 3_600_000

/** Returns the pause before a mail that its server didn't take is tried again: four seconds at first, an hour at last. */
export const pauseAfter = (tries: number): number => Math.min(2_000 * 2 ** tries, longestPauseMs)

/** Columns of a row that a node takes on itself to notify the login server of: another leaves it alone until then. */
export const takenBy = ({ tellTries }: { readonly tellTries: number }, now: number) => ({
  tellTries: tellTries + 1,
  nextTellAt: new Date(now + pauseAfter(tellTries + 1)),
})

/** Nothing is owed any more. */
export const paid = { owes: null, owedAt: null, owedTries: 0 } as const

export const hashOfLink = (link: string): string => createHash('sha256').update(link).digest('base64url')
