import type { Fact, WalletNetwork, Words } from '@foyer/core/words'
import { type Address, isAddressEqual } from 'viem'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import {
  amountOf,
  coinOf,
  isKnownContract,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { isAllOf } from './allowance.js'
import { type Called, contractFact, type ReadCall, said, wordWarnings } from './called.js'
import {
  exchanged,
  type Flow,
  flow,
  type Gift,
  type Given,
  giftFacts,
  type Moved,
  netFacts,
  netOf,
  together,
} from './flow.js'

export interface PairSwap {
  readonly name: string
  readonly give: bigint
  readonly get: bigint
  readonly path: readonly Address[]
  readonly recipient: Address
  readonly deadline: bigint
}

/** Reads an exchange of Uniswap V2's. */
export async function readPairSwap(
  { name, give, get, path, recipient, deadline }: PairSwap,
  called: Called,
): Promise<ReadCall | undefined> {
  const { network, value, from } = called
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last || path.length < 2) return undefined
  const isPaid = /^swap(Exact)?(ETH|Native)/.test(name)
  // A value beside tokens isn't taken by these functions: they refuse it.
  if (!isPaid && value > 0n) return undefined
  const [sold, bought] = await Promise.all([
    isPaid ? coinOf(network) : readToken(network, first),
    /For(Exact)?(ETH|Native)/.test(name) ? coinOf(network) : readToken(network, last),
  ])
  const isByOutput = /ForExact/.test(name)
  const got: Moved = { token: bought, amount: get, bound: isByOutput ? 'just' : undefined }
  const isOthers = !isAddressEqual(recipient, from)
  return sayExchange(
    {
      gives: [{ token: sold, amount: isPaid ? value : give, bound: isByOutput ? 'most' : undefined }],
      gets: isOthers ? [] : [got],
      others: isOthers ? [{ ...got, to: recipient }] : [],
      ...{ deadline, tokens: [sold, bought] },
    },
    called,
  )
}

/** The assets that an exchange moves, whatever contract it is of. */
export interface Exchange {
  readonly gives: readonly Given[]
  /** The assets that the account itself gets. */
  readonly gets: readonly Moved[]
  readonly others: readonly ToOther[]
  /** The assets that come for the account where nothing fails that may fail without the rest. */
  readonly perhaps?: readonly Moved[]
  /** The assets that go to others as they are. */
  readonly gifts?: readonly Gift[]
  /** Whether others get no more than a router's own small part. */
  readonly isFee?: boolean
  /** Something stays with the contract. */
  readonly isLeft?: boolean
  /** Seconds since 1970; undefined where it has none. */
  readonly deadline: bigint | undefined
  /** Those that it names. */
  readonly tokens: readonly ReadToken[]
  /** An allowance that comes with it. */
  readonly allowing?: ReadCall | undefined
}

type ToOther = Moved & {
  readonly to: Address
  /** Whether what would bring it may fail without the rest. */
  readonly isOpen?: boolean
}

/** Says what an exchange gives and gets, for whom and until when. What is exchanged for somebody else, even in part, is given to them. */
export function sayExchange(exchange: Exchange, called: Called): ReadCall {
  const { gives, gets, others, perhaps = [], gifts = [], isFee = false, isLeft = false } = exchange
  const { deadline, tokens, allowing } = exchange
  const { to: at, network } = called
  const other = isFee ? undefined : others[0]
  const traded = other ? givenAway({ gives, to: other.to, at, network }) : exchanged({ at, network, gives, gets })
  const moves = together([flow({ gifts }), traded])
  const isGift = gives.length === 0
  const isNothing = !other && !isGift && (gets.length === 0 || gets.some(isNextToNothing))
  const isOver = isPast(deadline, called)
  const all = allWarnings(gives)
  const warnings: readonly (readonly [boolean, Words])[] = [
    [other !== undefined, words('request.warn.othersGet')],
    [gifts.length > 0, words('request.warn.forOther')],
    [isLeft, words('request.warn.leftBehind')],
    [isNothing, words('request.warn.noLeast')],
  ]
  return said(
    titleOf({ gives, gets, others, perhaps, gifts }),
    [
      ...giftFacts({ gifts }),
      ...swapFacts(traded),
      ...perhaps.map((each) => amountOf(each.amount, each.token, 'request.mayGet')),
      ...othersFacts(others),
      // What is left for the account stands by itself: nothing is set off against a gift.
      ...(other && isKnownContract(network, at) ? gets.map(gotFact) : []),
      ...(allowing?.facts ?? []),
      ...untilFacts(deadline, called),
      contractFact({ to: at, network }),
      ...tokens.flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...warnings.flatMap(([isTrue, warning]) => (isTrue ? [warning] : [])),
        ...(allowing?.warnings ?? []),
        ...(isOver ? [words('request.warn.fails')] : []),
        ...all,
        ...wordWarnings(called),
        ...tokens.flatMap(tokenWarnings),
      ],
      isDeliberate: warnings.some(([isTrue]) => isTrue) || isOver || all.length > 0 || allowing?.isDeliberate === true,
      flow: together(allowing?.flow ? [allowing.flow, moves] : [moves]),
    },
  )
}

/** The sides of an exchange. A token that goes to somebody else as it is, is exchanged for nothing. */
function titleOf({
  gives,
  gets,
  others,
  perhaps,
  gifts,
}: Required<Pick<Exchange, 'gives' | 'gets' | 'others' | 'perhaps' | 'gifts'>>): Words {
  const sold = (gives[0] ?? gifts[0])?.token
  const bought = (gets[0] ?? perhaps[0] ?? others.find(({ token }) => token.address !== sold?.address))?.token
  return words(gives.length > 0 && (bought || others.length === 0) ? 'request.swap' : 'request.move', {
    token: sold ? nameOf(sold) : '',
    other: bought ? nameOf(bought) : words('request.nothing'),
  })
}

/** Returns the flow of what is exchanged for somebody else: it is given to them. */
export const givenAway = ({
  gives,
  to,
  at,
  network,
}: {
  readonly gives: readonly Moved[]
  readonly to: Address
  readonly at: Address
  readonly network: WalletNetwork
}): Flow => {
  const takes = isKnownContract(network, at)
  return flow({
    gifts: gives.map((each) => ({ ...each, to, how: 'sent', ...(takes && !each.bound && { takenBy: at }) })),
  })
}

/** Warns that all of it may be given, where the most is more than there can be. */
const allWarnings = (gives: readonly Moved[]): readonly Words[] =>
  gives.flatMap(({ token, amount }) =>
    !token.isNft && isAllOf(amount, undefined) ? [words('request.warn.allOfIt', { token: nameOf(token) })] : [],
  )

/** Returns the facts of what somebody else gets of what is bought. */
export const othersFacts = (all: readonly ToOther[]): readonly Fact[] =>
  all.flatMap((each) => [amountOf(each.amount, each.token, labelOf(each)), code('request.goesTo', each.to)])

const gotFact = ({ amount, token, bound }: Moved): Fact =>
  amountOf(amount, token, bound ? 'request.get' : 'request.getAtLeast')

const labelOf = ({ bound, isOpen }: ToOther) =>
  isOpen ? 'request.othersMayGet' : bound ? 'request.othersGetJust' : 'request.othersGet'

/** Returns the facts of an exchange by itself: whom it is given to is said beside. */
export const swapFacts = (moves: Flow): readonly Fact[] =>
  netFacts(netOf([{ ...moves, allows: [] }], { isOne: true })).filter(({ label }) => label.name !== 'request.to')

/** Until when it may be carried out, and whether that is past: then the network refuses it. */
export const untilFacts = (deadline: bigint | undefined, { now }: Pick<Called, 'now'>): readonly Fact[] => {
  if (deadline === undefined) return []
  const time = shownTime(deadline)
  const isOver = isPast(deadline, { now })
  return [{ label: words('request.until'), value: isOver ? words('request.past', { time }) : time }]
}

const isPast = (deadline: bigint | undefined, { now }: Pick<Called, 'now'>): boolean =>
  now !== undefined && deadline !== undefined && deadline < now
