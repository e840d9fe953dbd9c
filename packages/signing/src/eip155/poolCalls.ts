import { type Address, type Hex, isAddressEqual, size, slice } from 'viem'
import { type Words, words } from '../sentences.js'
import { type Called, contractFact, type ReadCall, said, wordWarnings } from './called.js'
import { exchanged, type Moved } from './flow.js'
import {
  allWarnings,
  givenAway,
  isNextToNothing,
  isPast,
  othersFacts,
  pastWarnings,
  swapFacts,
  untilFacts,
} from './swapCalls.js'
import { coinOf, nameOf, type ReadToken, readToken, tokenFacts, tokenWarnings } from './tokens.js'

/** What one of them asks for. */
export type PoolPart =
  | {
      readonly kind: 'swap'
      readonly sold: Address
      readonly bought: Address
      readonly give: bigint
      /** It gives no less than it may at most. */
      readonly isExact: boolean
      readonly get: bigint
      readonly recipient: Address
      readonly deadline: bigint | undefined
    }
  /** What lies in the router is given out: as the coin, or as the token that is named. */
  | {
      readonly kind: 'takeOut'
      readonly token?: Address
      readonly least: bigint
      readonly recipient: Address | undefined
    }
  | { readonly kind: 'refund' }

interface Given {
  readonly recipient: Address
  readonly deadline?: bigint
}

/** An exchange by its structure: along a path of tokens and fees, or between two. */
export function poolSwap(
  swap: Given &
    (
      | { readonly amountIn: bigint; readonly amountOutMinimum: bigint }
      | { readonly amountOut: bigint; readonly amountInMaximum: bigint }
    ) &
    ({ readonly path: Hex } | { readonly tokenIn: Address; readonly tokenOut: Address }),
): PoolPart | undefined {
  const isByInput = 'amountIn' in swap
  const [give, get] = isByInput ? [swap.amountIn, swap.amountOutMinimum] : [swap.amountInMaximum, swap.amountOut]
  const ends = 'path' in swap ? endsOf(swap.path) : ([swap.tokenIn, swap.tokenOut] as const)
  if (!ends) return undefined
  // A path to an exact output is written from its end.
  const [sold, bought] = 'path' in swap && !isByInput ? [ends[1], ends[0]] : ends
  const { recipient, deadline } = swap
  return { kind: 'swap', sold, bought, give, isExact: isByInput, get, recipient, deadline }
}

/** A path: an address, then a fee of three bytes and an address, again and again. */
export function endsOf(path: Hex): readonly [Address, Address] | undefined {
  const length = size(path)
  return length < 43 || (length - 20) % 23 !== 0 ? undefined : [slice(path, 0, 20), slice(path, length - 20)]
}

const number = (address: Address): bigint => BigInt(address)

/** Who gets it: each router has numbers of its own for itself and for whoever calls. */
function whoGets(
  recipient: Address,
  deadline: bigint | undefined,
  { to, from }: Called,
): 'caller' | 'router' | 'other' {
  if (isAddressEqual(recipient, from)) return 'caller'
  if (isAddressEqual(recipient, to)) return 'router'
  if (deadline !== undefined) return number(recipient) === 0n ? 'router' : 'other'
  return number(recipient) === 1n ? 'caller' : number(recipient) === 2n ? 'router' : 'other'
}

/** Says what a router's calls come to in one; undefined where a part of it depends on what lies there already. */
export async function readPoolCalls(
  { parts, deadline }: { readonly parts: readonly PoolPart[]; readonly deadline?: bigint | undefined },
  called: Called,
): Promise<ReadCall | undefined> {
  const { network, value, to } = called
  const addresses = parts.flatMap((part) =>
    part.kind === 'swap' ? [part.sold, part.bought] : (part.kind === 'takeOut' && part.token) || [],
  )
  const read = new Map(
    await Promise.all([...new Set(addresses)].map(async (each) => [each, await readToken(network, each)] as const)),
  )
  const net = new RouterNet(called, (address) => read.get(address) ?? coinOf(network))
  if (!parts.every((part) => net.add(part))) return undefined
  const { gives, gets, others, isLeft, isPaid, isExact } = net.end(parts.some(({ kind }) => kind === 'refund'))
  if (gives.length === 0 || (value > 0n && !isPaid)) return undefined
  const deadlines = [deadline, ...parts.map((part) => (part.kind === 'swap' ? part.deadline : undefined))]
  const known = deadlines.flatMap((each) => each ?? []).sort((a, b) => (a < b ? -1 : 1))
  const [other] = others
  // What is exchanged for somebody else, even in part, is given to them.
  const moves = other
    ? givenAway({ gives, to: other.to, at: to, network, isExact })
    : exchanged({ at: to, network, gives, gets, isExact })
  const [sold, bought] = [gives[0]?.token, gets[0]?.token]
  const tokens = [...read.values()].filter((token) => [...gives, ...gets].some((moved) => moved.token === token))
  const isNothing = gets.length === 0 || gets.some(isNextToNothing)
  const warnings: readonly (readonly [boolean, Words])[] = [
    [other !== undefined, words('request.warn.othersGet')],
    [isLeft, words('request.warn.leftBehind')],
    [isNothing && !other, words('request.warn.noLeast')],
  ]
  return said(
    words('request.swap', {
      token: sold ? nameOf(sold) : '',
      other: bought ? nameOf(bought) : words('request.nothing'),
    }),
    [
      ...swapFacts(moves),
      ...othersFacts(others),
      ...untilFacts(known[0], called),
      contractFact({ to, network }),
      ...tokens.flatMap((token) => (token.isListed ? [] : tokenFacts(token))),
    ],
    {
      warnings: [
        ...warnings.flatMap(([isTrue, warning]) => (isTrue ? [warning] : [])),
        ...pastWarnings(known[0], called),
        ...allWarnings(gives),
        ...wordWarnings(called),
        ...tokens.flatMap(tokenWarnings),
      ],
      isDeliberate:
        other !== undefined || isLeft || isNothing || isPast(known[0], called) || allWarnings(gives).length > 0,
      flow: moves,
    },
  )
}

/** What lies with a router between its calls, and what has left it. */
class RouterNet {
  readonly #called: Called
  readonly #token: (address: Address) => ReadToken
  readonly #inside = new Map<Address, bigint>()
  readonly #gives: Moved[] = []
  readonly #gets: Moved[] = []
  #paid = 0n
  #isExact = true
  readonly #others: (Moved & { readonly to: Address })[] = []

  constructor(called: Called, token: (address: Address) => ReadToken) {
    this.#called = called
    this.#token = token
  }

  /** @returns false for what can't be told without knowing what lies in the router */
  add(part: PoolPart): boolean {
    if (part.kind === 'refund') return true
    if (part.kind === 'takeOut') return this.#takeOut(part)
    const { sold, bought, give, isExact, get, recipient, deadline } = part
    const inside = this.#inside.get(sold)
    // What an exchange before has left there is sold on, all of it, where the amount is 0.
    if (give === 0n && inside === undefined) return false
    if (give === 0n) this.#inside.delete(sold)
    else if (this.#called.value > 0n && this.#isWrapped(sold)) this.#paid += give
    else this.#gives.push({ token: this.#token(sold), amount: give })
    this.#isExact &&= isExact
    const who = whoGets(recipient, deadline, this.#called)
    if (who === 'router') this.#inside.set(bought, (this.#inside.get(bought) ?? 0n) + get)
    else this.#got({ token: this.#token(bought), amount: get }, who === 'caller' ? undefined : recipient)
    return true
  }

  #takeOut({ token, least, recipient }: Extract<PoolPart, { readonly kind: 'takeOut' }>): boolean {
    const [address, amount] =
      [...this.#inside].find(([each]) => (token ? isAddressEqual(each, token) : this.#isWrapped(each))) ?? []
    // What isn't there is no more than the rest of what was given.
    if (!address || amount === undefined) return least === 0n
    this.#inside.delete(address)
    const got = {
      token: token ? this.#token(address) : coinOf(this.#called.network),
      amount: least > amount ? least : amount,
    }
    // Here an address is what it is: the numbers that stand for others are the exchanges' alone.
    this.#got(got, recipient === undefined || isAddressEqual(recipient, this.#called.from) ? undefined : recipient)
    return true
  }

  #got(moved: Moved, other: Address | undefined): void {
    if (other) this.#others.push({ ...moved, to: other })
    else this.#gets.push(moved)
  }

  #isWrapped(address: Address): boolean {
    return this.#token(address).symbol?.toLowerCase() === `w${this.#called.network.currency.symbol.toLowerCase()}`
  }

  end(isRefunded: boolean) {
    const isPaid = this.#paid > 0n
    const coins = isPaid
      ? [{ token: coinOf(this.#called.network), amount: isRefunded ? this.#paid : this.#called.value }]
      : []
    return {
      gives: [...coins, ...this.#gives],
      gets: this.#gets,
      others: this.#others,
      // What an exchange doesn't take of the coins that come with it stays there, unless it is asked back.
      isLeft: this.#inside.size > 0 || (isPaid && !isRefunded && (this.#called.value > this.#paid || !this.#isExact)),
      isPaid,
      isExact: this.#isExact,
    }
  }
}
