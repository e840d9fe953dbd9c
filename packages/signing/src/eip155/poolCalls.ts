import { type Address, type Hex, isAddress, isAddressEqual, size, slice } from 'viem'
import { coinOf, isSame, type ReadToken, readToken } from '../contracts/tokens.js'
import type { Called, ReadCall } from './called.js'
import type { Moved } from './flow.js'
import { type Permitted, readPermitted } from './permitted.js'
import { sayExchange } from './swapCalls.js'

/** A call of theirs, by what it asks for. */
export type PoolPart =
  | {
      readonly kind: 'swap'
      readonly sold: Address
      readonly bought: Address
      readonly give: bigint
      /** It may give less. */
      readonly isAtMost: boolean
      readonly get: bigint
      /** It gets neither less nor more. */
      readonly isJust: boolean
      readonly recipient: Address
      readonly deadline: bigint | undefined
    }
  /** Gives out what lies in the router: as the coin, or as the token that is named. */
  | {
      readonly kind: 'takeOut'
      readonly token?: Address
      readonly least: bigint
      readonly recipient: Address | undefined
      /** A part of it, in hundredths of a percent, that somebody else gets. */
      readonly fee?: { readonly bips: bigint; readonly recipient: Address }
    }
  /** Coins that come with the call lie there as a token from then on. */
  | { readonly kind: 'wrap'; readonly amount: bigint }
  /** A token is taken of the account, and lies there. */
  | { readonly kind: 'pull'; readonly token: Address; readonly amount: bigint }
  | { readonly kind: 'refund' }
  /** By a signature that comes with it, the router may take so much. */
  | {
      readonly kind: 'permit'
      readonly token: Address
      readonly amount: bigint
      /** Not where it may already. */
      readonly isIfNeeded: boolean
    }

interface Given {
  readonly recipient: Address
  readonly deadline?: bigint
  readonly sqrtPriceLimitX96?: bigint
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
  const { recipient, deadline, sqrtPriceLimitX96: limit = 0n } = swap
  // It ends where the price has come to its limit: then it takes less than it may, and of an exact output less comes than is named.
  const isCut = limit > 0n
  return {
    ...{ kind: 'swap', sold, bought, give, recipient, deadline },
    ...{ get: isCut && !isByInput ? 0n : get, isAtMost: isCut || !isByInput, isJust: !isCut && !isByInput },
  }
}

/** A path: an address, then a fee of three bytes and an address, again and again. */
export function endsOf(path: Hex): readonly [Address, Address] | undefined {
  const length = size(path)
  return length < 43 || (length - 20) % 23 !== 0 ? undefined : [slice(path, 0, 20), slice(path, length - 20)]
}

const number = (address: Address): bigint => BigInt(address)

/** Returns the recipient: each router has numbers of its own for itself and for the caller. */
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
  const { network, value } = called
  const addresses = parts.flatMap((part) =>
    part.kind === 'swap' ? [part.sold, part.bought] : ('token' in part && part.kind !== 'permit' && part.token) || [],
  )
  const form = wrappedOn(network)
  if (form && parts.some(({ kind }) => kind === 'wrap')) addresses.push(form)
  const read = new Map(
    await Promise.all([...new Set(addresses)].map(async (each) => [each, await readToken(network, each)] as const)),
  )
  const net = new RouterNet(called, form, (address) => read.get(address) ?? coinOf(network))
  if (!parts.every((part) => net.add(part))) return undefined
  const { gives, gets, others, isLeft, isPaid } = net.end(parts.some(({ kind }) => kind === 'refund'))
  if (gives.length === 0 || (value > 0n && !isPaid)) return undefined
  const deadlines = [deadline, ...parts.map((part) => (part.kind === 'swap' ? part.deadline : undefined))]
  const known = deadlines.flatMap((each) => each ?? []).sort((a, b) => (a < b ? -1 : 1))
  const moved = [...gives, ...gets, ...others].map(({ token }) => token)
  const tokens = [...read.values()].filter((token) => moved.includes(token))
  const permits = net.permits
  const allowing = permits.length > 0 ? await readPermitted(permits, called) : undefined
  return sayExchange({ gives, gets, others, isLeft, deadline: known[0], tokens, allowing }, called)
}

/** The coin's form as a token, where it is listed. */
function wrappedOn({ tokens, currency }: Called['network']): Address | undefined {
  const address = tokens.find(({ symbol }) => symbol.toLowerCase() === `w${currency.symbol}`.toLowerCase())?.address
  return address !== undefined && isAddress(address, { strict: false }) ? address : undefined
}

type Amount = Pick<Moved, 'amount' | 'bound'>

/** The amounts that lie with a router between its calls, and those that have left it. */
class RouterNet {
  readonly #called: Called
  readonly #form: Address | undefined
  readonly #token: (address: Address) => ReadToken
  readonly #inside = new Map<Address, Amount>()
  readonly #gives: Moved[] = []
  readonly #permits: (Extract<PoolPart, { readonly kind: 'permit' }> & { readonly before: bigint })[] = []
  readonly #gets: Moved[] = []
  #paid = 0n
  #isPaidAtMost = false
  readonly #others: (Moved & { readonly to: Address })[] = []

  constructor(called: Called, form: Address | undefined, token: (address: Address) => ReadToken) {
    this.#called = called
    this.#form = form
    this.#token = token
  }

  /** @returns false for what can't be known without what lies in the router */
  add(part: PoolPart): boolean {
    if (part.kind === 'refund') return true
    if (part.kind === 'permit') {
      this.#permits.push({ ...part, before: this.#drawn(part.token) })
      return true
    }
    if (part.kind === 'takeOut') return this.#takeOut(part)
    if (part.kind === 'wrap') return this.#wrap(part.amount)
    if (part.kind === 'pull') {
      this.#gives.push({ token: this.#token(part.token), amount: part.amount })
      this.#lay(part.token, { amount: part.amount, bound: 'just' })
      return true
    }
    const { sold, bought, give, isAtMost, get: amount, isJust, recipient, deadline } = part
    const inside = this.#inside.get(sold)
    // What an exchange before has left there is sold on, all of it, where the amount is 0.
    if (give === 0n && inside === undefined) return false
    if (give === 0n) this.#inside.delete(sold)
    else if (this.#called.value > 0n && this.#isWrapped(sold)) {
      this.#paid += give
      this.#isPaidAtMost ||= isAtMost
    } else this.#gives.push({ token: this.#token(sold), amount: give, bound: isAtMost ? 'most' : undefined })
    const get: Amount = { amount, bound: isJust ? 'just' : undefined }
    const who = whoGets(recipient, deadline, this.#called)
    if (who !== 'router') this.#got({ token: this.#token(bought), ...get }, who === 'caller' ? undefined : recipient)
    else this.#lay(bought, get)
    return true
  }

  #lay(token: Address, more: Amount): void {
    const key = [...this.#inside.keys()].find((each) => isAddressEqual(each, token)) ?? token
    const there = this.#inside.get(key)
    const both = there && { amount: there.amount + more.amount, bound: there.bound && more.bound }
    this.#inside.set(key, both ?? more)
  }

  #wrap(amount: bigint): boolean {
    if (!this.#form || amount > this.#called.value) return false
    this.#paid += amount
    this.#lay(this.#form, { amount, bound: 'just' })
    return true
  }

  #takeOut({ token, least, recipient, fee }: Extract<PoolPart, { readonly kind: 'takeOut' }>): boolean {
    const [address, there] =
      [...this.#inside].find(([each]) => (token ? isAddressEqual(each, token) : this.#isWrapped(each))) ?? []
    // What isn't there is no more than the rest of what was given.
    if (!address || !there) return least === 0n
    this.#inside.delete(address)
    const got: Moved = {
      token: token ? this.#token(address) : coinOf(this.#called.network),
      ...(least > there.amount ? { amount: least } : there),
    }
    // Here an address is what it is: the numbers that stand for others are the exchanges' alone.
    const other = recipient === undefined || isAddressEqual(recipient, this.#called.from) ? undefined : recipient
    const part = fee ? (got.amount * fee.bips) / 10_000n : 0n
    if (fee && part > 0n) this.#got({ ...got, amount: part }, fee.recipient)
    this.#got({ ...got, amount: got.amount - part }, other)
    return true
  }

  #got(moved: Moved, other: Address | undefined): void {
    if (other) this.#others.push({ ...moved, to: other })
    else this.#gets.push(moved)
  }

  #isWrapped(address: Address): boolean {
    return this.#token(address).symbol?.toLowerCase() === `w${this.#called.network.currency.symbol.toLowerCase()}`
  }

  /** Returns what has been taken of the account so far for certain. */
  #drawn(address: Address): bigint {
    return this.#gives.reduce(
      (sum, { token, amount, bound }) => (bound || !isSame(token.address, address) ? sum : sum + amount),
      0n,
    )
  }

  get permits(): readonly Permitted[] {
    return this.#permits.map(({ kind: _kind, before, ...permit }) => ({
      ...{ ...permit, spender: this.#called.to },
      drawn: { before, after: this.#drawn(permit.token) - before },
    }))
  }

  end(isRefunded: boolean) {
    const isPaid = this.#paid > 0n
    const isAtMost = isRefunded && this.#isPaidAtMost
    const coins: readonly Moved[] = isPaid
      ? [
          {
            token: coinOf(this.#called.network),
            amount: isRefunded ? this.#paid : this.#called.value,
            bound: isAtMost ? 'most' : undefined,
          },
        ]
      : []
    return {
      gives: [...coins, ...this.#gives],
      gets: this.#gets,
      others: this.#others,
      // What an exchange doesn't take of the coins that come with it stays there, unless it is asked back.
      isLeft:
        this.#inside.size > 0 || (isPaid && !isRefunded && (this.#called.value > this.#paid || this.#isPaidAtMost)),
      isPaid,
    }
  }
}
