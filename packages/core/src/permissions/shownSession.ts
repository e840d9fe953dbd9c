import { displayExact, shortenAddress } from '../chain/display.js'
import { shownTime } from '../clock/times.js'
import { shownName } from '../connector/listedWallet.js'
import type { PermissionTerms } from '../connector/permissions.js'
import type { AccountSession } from './accountSessions.js'

/** In which of these a period is a whole number. */
export type PeriodUnit = 'days' | 'hours' | 'minutes' | 'seconds'

/** The terms of a permission, in figures; undefined where the chain bounds it in a way that the kit doesn't know. */
export type ShownTerms =
  | { readonly type: 'periodic'; readonly amount: string; readonly count: string; readonly unit: PeriodUnit }
  | { readonly type: 'once'; readonly amount: string }
  | {
      readonly type: 'stream'
      readonly perDay: string
      /** In all, where there is an end. */
      readonly most: string | undefined
    }
  | { readonly type: 'calls'; readonly target: string; readonly count: string | undefined }

/** `unread`: it is listed, but its chain can't be asked just now. */
export type SessionStatus = 'active' | 'off' | 'expired' | 'ended' | 'unread'

/** A permission of an account, ready to be shown: names are a stranger's. */
export interface ShownSession extends Pick<AccountSession, 'context' | 'networkId' | 'account'> {
  /** Distinguishes it in a list. */
  readonly key: string
  readonly status: SessionStatus
  /** Whether there is something to end. */
  readonly mayEnd: boolean
  /** The application's name, where the operator's server knows it; else the key's address, shortened. */
  readonly name: string
  /** The address that may act, whole. */
  readonly to: string | undefined
  readonly terms: ShownTerms | undefined
  /** In the period that runs, or in all; undefined where the chain doesn't count it. */
  readonly spent: string | undefined
  /** The spent share of what may be spent, in hundredths; undefined where either isn't known. */
  readonly share: number | undefined
  /** The amount that may be spent now. */
  readonly left: string | undefined
  /** Until when, in the visitor's language; undefined where it has no end, and where that isn't known. */
  readonly until: string | undefined
}

const day = 86_400n
const units: readonly (readonly [seconds: bigint, unit: PeriodUnit])[] = [
  [day, 'days'],
  [3_600n, 'hours'],
  [60n, 'minutes'],
  [1n, 'seconds'],
]

interface Locale {
  /** BCP 47, of the language that the visitor reads. */
  readonly locale: string
}

/**
 * Pure: a permission as it may be shown [F14].
 *
 * @param at.now - milliseconds since 1970
 */
export function shownSession(
  session: AccountSession,
  { locale, now }: Locale & { readonly now: number },
): ShownSession {
  const { context, networkId, account, to, reading, listed } = session
  const status = statusOf(session, now)
  const expiresAt = reading ? reading.expiresAt : listed?.expiry
  const { terms, spent, left } = reading ?? {}
  const most = terms && mostOf(terms)
  return {
    ...{ context, networkId, account, to, status },
    key: context.toLowerCase(),
    mayEnd: status === 'active' || status === 'off' || status === 'unread',
    name: shownName(listed?.project.name ?? '') || (to === undefined ? '' : shortenAddress({ address: to })),
    terms: terms && shownTerms(terms, locale),
    spent: terms && figure(spent, terms, locale),
    left: terms && figure(left, terms, locale),
    share: spent === undefined || !most ? undefined : Number((spent * 100n) / most),
    until: expiresAt === undefined || expiresAt > latest ? undefined : shownTime({ at: expiresAt * 1_000, locale }),
  }
}

/** The last second that a date has: what names a later one is to outlast all others. */
const latest = 8_640_000_000_000

/** The chain's word; where it can't be asked, the server's on what is over or switched off. */
function statusOf({ reading, listed }: Pick<AccountSession, 'reading' | 'listed'>, now: number): SessionStatus {
  if (reading) return reading.status
  if (listed?.standing === 'dormant') return 'off'
  if (listed?.revokedAt !== undefined) return 'ended'
  return listed && listed.expiry * 1_000 <= now ? 'expired' : 'unread'
}

/** Returns the most that may be spent in the time that is counted; undefined for what has no such number. */
function mostOf(terms: PermissionTerms): bigint | undefined {
  if (terms.type === 'call') return terms.count
  return terms.limit.type === 'stream' ? terms.limit.most : terms.limit.amount
}

function shownTerms(terms: PermissionTerms, locale: string): ShownTerms {
  if (terms.type === 'call') {
    const { target, count } = terms
    return { type: 'calls', target, count: count === undefined ? undefined : numeral(count, locale) }
  }
  const amount = (value: bigint) => amountOf(value, terms, locale)
  const { limit } = terms
  if (limit.type === 'once') return { type: 'once', amount: amount(limit.amount) }
  if (limit.type === 'stream') {
    const { perSecond, most } = limit
    return { type: 'stream', perDay: amount(perSecond * day), most: most === undefined ? undefined : amount(most) }
  }
  const [seconds, unit] = units.find(([each]) => limit.periodSeconds % each === 0n) ?? [1n, 'seconds']
  return { type: 'periodic', amount: amount(limit.amount), count: numeral(limit.periodSeconds / seconds, locale), unit }
}

const numeral = (value: bigint, locale: string): string => displayExact({ amount: { value, decimals: 0 }, locale })

type OfSpending = Extract<PermissionTerms, { readonly type: 'spend' }>

/** More than this stands for all that there is and will be; said here too, so that no chunk is made of this alone. */
const limitless = 1n << 255n

/** To its last digit: a limit isn't rounded. */
function amountOf(value: bigint, { symbol, decimals, token }: OfSpending, locale: string): string {
  if (value >= limitless) return '∞'
  const unit = shownName(symbol) || (token === undefined ? '' : shortenAddress({ address: token }))
  return displayExact({ amount: { value, decimals: decimals ?? 0 }, symbol: unit, locale })
}

function figure(value: bigint | undefined, terms: PermissionTerms, locale: string): string | undefined {
  if (value === undefined) return undefined
  return terms.type === 'call' ? numeral(value, locale) : amountOf(value, terms, locale)
}
