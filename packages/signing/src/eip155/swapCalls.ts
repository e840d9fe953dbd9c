import { type Address, isAddressEqual } from 'viem'
import type { Fact } from '../family.js'
import { code, type Words, words } from '../sentences.js'
import { shownTime } from '../shownTime.js'
import { type Called, contractFact, nameOfContract, type ReadCall, said } from './called.js'
import { flow, type Moved } from './flow.js'
import { amountOf, coinOf, nameOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from './tokens.js'

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
  return describeSwap({ ...rest, sold, bought, give: isPaid ? value : rest.give }, called)
}

/** Says what an exchange gives and gets, for whom and until when. */
export function describeSwap({ sold, bought, give, get, recipient, deadline }: Swap, called: Called): ReadCall {
  const { to, from, network } = called
  const isOthers = !isAddressEqual(recipient, from)
  const given: Moved = { token: sold, amount: give, takenBy: to }
  return said(
    words('request.swap', { token: nameOf(sold), other: nameOf(bought) }),
    [
      amountOf(give, sold, 'request.give'),
      amountOf(get, bought, 'request.getAtLeast'),
      ...(isOthers ? [code('request.goesTo', recipient)] : []),
      ...untilFacts(deadline),
      contractFact({ to, network }),
      ...[sold, bought].flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...(isOthers ? [words('request.warn.othersGet')] : []),
        ...(get === 0n ? [words('request.warn.noLeast')] : []),
        ...promiseWarning(called),
        ...[sold, bought].flatMap(tokenWarnings),
      ],
      isDeliberate: isOthers || get === 0n,
      flow: flow({ gives: [given], gets: isOthers ? [] : [{ token: bought, amount: get }] }),
    },
  )
}

export const untilFacts = (deadline: bigint | undefined): readonly Fact[] =>
  deadline === undefined ? [] : [{ label: words('request.until'), value: shownTime(deadline) }]

/** What a strange contract's function is called proves nothing: what is got for it is its own word. */
export const promiseWarning = ({ to, network }: Called): readonly Words[] =>
  nameOfContract(network, to) === undefined ? [words('request.warn.ownWord')] : []
