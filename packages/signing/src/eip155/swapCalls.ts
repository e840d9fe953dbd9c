import { type Address, isAddressEqual } from 'viem'
import type { Fact } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type Words, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { isAllOf } from './allowance.js'
import { type Called, contractFact, type ReadCall, said, wordWarnings } from './called.js'
import { exchanged, type Flow, flow, type Moved, netFacts, netOf } from './flow.js'
import {
  amountOf,
  coinOf,
  isKnownContract,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from './tokens.js'

/** An exchange of one token for another. */
export interface Swap {
  readonly sold: ReadToken
  /** At most. */
  readonly give: bigint
  readonly bought: ReadToken
  /** At least. */
  readonly get: bigint
  readonly recipient: Address
  /** Seconds since 1970; undefined where it has none. */
  readonly deadline: bigint | undefined
  /** It gives no less than it may at most. */
  readonly isExact: boolean
}

export interface PairSwap {
  readonly name: string
  readonly give: bigint
  readonly get: bigint
  readonly path: readonly Address[]
  readonly recipient: Address
  readonly deadline: bigint
}

/** Reads an exchange of Uniswap V2's. */
export async function readPairSwap({ name, path, ...rest }: PairSwap, called: Called): Promise<ReadCall | undefined> {
  const { network, value } = called
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 2) return undefined
  const isPaid = /^swap(Exact)?ETH/.test(name)
  // A value beside tokens isn't taken by these functions: they refuse it.
  if (!isPaid && value > 0n) return undefined
  const [sold, bought] = await Promise.all([
    isPaid ? coinOf(network) : readToken(network, first),
    /For(Exact)?ETH/.test(name) ? coinOf(network) : readToken(network, last),
  ])
  const isExact = /^swapExactTokens/.test(name)
  return describeSwap({ ...rest, sold, bought, isExact, give: isPaid ? value : rest.give }, called)
}

/** Says what an exchange gives and gets, for whom and until when. */
export function describeSwap(
  { sold, bought, give, get, recipient, deadline, isExact }: Swap,
  called: Called,
): ReadCall {
  const { to, from, network } = called
  const isOthers = !isAddressEqual(recipient, from)
  const isNothing = isNextToNothing({ token: bought, amount: get })
  const given: Moved = { token: sold, amount: give }
  const gives = [given]
  const moves = isOthers
    ? givenAway({ gives, to: recipient, at: to, network, isExact })
    : exchanged({ at: to, network, gives, gets: [{ token: bought, amount: get }], isExact })
  return said(
    words('request.swap', { token: nameOf(sold), other: nameOf(bought) }),
    [
      ...swapFacts(moves),
      ...(isOthers ? othersFacts([{ token: bought, amount: get, to: recipient }]) : []),
      ...untilFacts(deadline, called),
      contractFact({ to, network }),
      ...[sold, bought].flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...(isOthers ? [words('request.warn.othersGet')] : []),
        ...(isNothing ? [words('request.warn.noLeast')] : []),
        ...pastWarnings(deadline, called),
        ...allWarnings(gives),
        ...wordWarnings(called),
        ...[sold, bought].flatMap(tokenWarnings),
      ],
      isDeliberate: isOthers || isNothing || isPast(deadline, called) || allWarnings(gives).length > 0,
      flow: moves,
    },
  )
}

/** What is exchanged for somebody else is given to them. */
export const givenAway = ({
  gives,
  to,
  at,
  network,
  isExact = false,
}: {
  readonly gives: readonly Moved[]
  readonly to: Address
  readonly at: Address
  readonly network: WalletNetwork
  /** It takes all of what it may at most, by an allowance. */
  readonly isExact?: boolean
}): Flow => {
  const takes = isExact && isKnownContract(network, at)
  return flow({ gifts: gives.map((each) => ({ ...each, to, how: 'sent', ...(takes && { takenBy: at }) })) })
}

/** What may be given at most is all of it, where that is more than there can be. */
export const allWarnings = (gives: readonly Moved[]): readonly Words[] =>
  gives.flatMap(({ token, amount }) =>
    isAllOf(amount, undefined) ? [words('request.warn.allOfIt', { token: nameOf(token) })] : [],
  )

/** What somebody else gets of what is bought. */
export const othersFacts = (all: readonly (Moved & { readonly to: Address })[]): readonly Fact[] =>
  all.flatMap((each) => [amountOf(each.amount, each.token, 'request.othersGet'), code('request.goesTo', each.to)])

/** What an exchange comes to by itself: whom it is given to is said beside. */
export const swapFacts = (moves: Flow): readonly Fact[] =>
  netFacts(netOf([{ ...moves, allows: [] }], { isOne: true })).filter(({ label }) => label.name !== 'request.to')

/** So little that it is next to nothing, whatever it is a piece of. What a token that isn't listed says of its decimals makes it no more. */
export function isNextToNothing({ token: { decimals = 18, isListed }, amount }: Moved): boolean {
  const places = isListed ? decimals : Math.max(decimals, 6)
  return amount === 0n || (places >= 6 && amount <= 100n) || amount * 10n ** 9n < 10n ** BigInt(places)
}

/** Until when it may be carried out, and whether that is past: then the network refuses it. */
export const untilFacts = (deadline: bigint | undefined, { now }: Pick<Called, 'now'>): readonly Fact[] => {
  if (deadline === undefined) return []
  const time = shownTime(deadline)
  const isOver = isPast(deadline, { now })
  return [{ label: words('request.until'), value: isOver ? words('request.past', { time }) : time }]
}

export const isPast = (deadline: bigint | undefined, { now }: Pick<Called, 'now'>): boolean =>
  now !== undefined && deadline !== undefined && deadline < now

export const pastWarnings = (deadline: bigint | undefined, called: Pick<Called, 'now'>): readonly Words[] =>
  isPast(deadline, called) ? [words('request.warn.fails')] : []
