import type { Fact, Outside, WalletNetwork, Words } from '@foyer/core/words'
import type { Address } from 'viem'
import { nameOf, type ReadToken } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { last, shownTime } from '../shownTime.js'
import type { AskedTypedData } from './requestParams.js'

/** Typed data that an account is asked to sign. */
export interface AskedSignature extends Pick<Outside, 'descriptorsOf'> {
  readonly data: AskedTypedData
  readonly owner: Address
  /** The network of its contracts. */
  readonly network: WalletNetwork
  /** Seconds since 1970. */
  readonly now: bigint
}

/** A signature of which it is known what it lets others do. */
export interface KnownSignature {
  /** Left out where it is one that lets others take, or is no more than typed data. */
  readonly title?: Words
  readonly facts: readonly Fact[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
  /** It allows nothing: what was allowed is taken back. */
  readonly isTakenBack?: boolean
}

/** Whether others get half or more of something that the account gets too: then it is they who get what is bought. */
export const isMostOthers = <Each extends { readonly amount: bigint }>({
  own,
  others,
  keyOf,
}: {
  readonly own: readonly Each[]
  readonly others: readonly Each[]
  readonly keyOf: (each: Each) => string
}): boolean => {
  const sumOf = (all: readonly Each[], key: string) =>
    all.reduce((sum, each) => sum + (keyOf(each) === key ? each.amount : 0n), 0n)
  return own.map(keyOf).some((key) => sumOf(others, key) > 0n && sumOf(others, key) >= sumOf(own, key))
}

const day = 86_400n

/** Seconds of a month: what holds for longer is said. */
export const month = 31n * day

/** As a date, and in days from now; or that it is past. */
export const untilFact = (
  { until, now }: { readonly until: bigint; readonly now: bigint },
  label: 'request.until' | 'request.onceUntil' = 'request.until',
): Fact => ({
  label: words(label),
  value:
    until > last
      ? words('request.forEver')
      : until > now + day
        ? words('request.inDays', { time: shownTime(until), days: `${(until - now) / day}` })
        : until < now
          ? words('request.past', { time: shownTime(until) })
          : shownTime(until),
})

/** Returns the fact of when an allowance of Permit2's ends: 0 stands for the block that it is given in. */
export const endFact = (until: bigint, now?: bigint): Fact =>
  until === 0n
    ? { label: words('request.until'), value: words('request.thisBlock') }
    : now === undefined
      ? { label: words('request.until'), value: until > last ? words('request.forEver') : shownTime(until) }
      : untilFact({ until, now })

/** The address of Permit2, on every network that has it: it takes what it may only for those who may take it there. */
export const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

export const permit2Fact = (): Fact => code('request.contract', `Permit2 (${permit2})`)

/** Returns the facts of which token it is and where, listed or not. */
export const namedFacts = (token: ReadToken): readonly Fact[] => [
  { label: words('request.token'), value: nameOf(token) },
  code('request.contract', token.address),
]
