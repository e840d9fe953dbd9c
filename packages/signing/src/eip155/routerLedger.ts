import { type Address, isAddressEqual, zeroAddress } from 'viem'
import type { WalletNetwork } from '../network.js'
import type { Moved } from './flow.js'
import { coinOf, type ReadToken } from './tokens.js'

/** Numbers that stand in the place of an address: whoever calls, and the router itself. */
const [caller, router] = [1n, 2n] as const
/** In the place of an amount: all that the router has of it. */
const allThere = 2n ** 255n

/** What lies in a router between its commands, what is given to it, and what it gives out to whom, at least. */
export class RouterLedger {
  readonly #inside = new Map<string, bigint>()
  readonly #gives = new Map<string, bigint>()
  readonly #out: { readonly token: Address; readonly amount: bigint; readonly to: Address | undefined }[] = []
  readonly #from: Address
  readonly #at: Address
  readonly #loose = new Set<string>()
  /** It takes all of what it may at most. */
  isExact = true
  /** What is carried out now may fail without the rest: then what it would use stays there. */
  mayFail = false
  #mayStay = false

  /** @param value - of the coin, sent along */
  constructor({ from, at, value }: { readonly from: Address; readonly at: Address; readonly value: bigint }) {
    this.#from = from
    this.#at = at
    if (value > 0n) {
      this.#gives.set(zeroAddress, value)
      this.#inside.set(zeroAddress, value)
    }
  }

  /** The account gives so much at most. */
  give(token: Address, amount: bigint): void {
    const key = token.toLowerCase()
    this.#gives.set(key, (this.#gives.get(key) ?? 0n) + amount)
  }

  /** So much of what lies there is used, or all of it; undefined where nothing is known to. */
  use(token: Address, amount: bigint): bigint | undefined {
    const key = token.toLowerCase()
    const there = this.#inside.get(key)
    if (there === undefined) return undefined
    const used = amount === allThere || amount > there ? there : amount
    this.#inside.set(key, there - used)
    if (this.mayFail && used > 0n) this.#mayStay = true
    return used
  }

  /** More than is named may come of it. */
  loosen(token: Address): void {
    this.#loose.add(token.toLowerCase())
  }

  /** Just what is named comes of it. */
  isJust(token: string): boolean {
    return !this.#loose.has(token.toLowerCase())
  }

  /** All that lies there. */
  empty(token: Address): bigint {
    return this.use(token, allThere) ?? 0n
  }

  /** So much comes at least, to whom the router's numbers or an address say. */
  credit(token: Address, amount: bigint, to: Address): void {
    const number = BigInt(to)
    if (number === router || isAddressEqual(to, this.#at)) {
      const key = token.toLowerCase()
      this.#inside.set(key, (this.#inside.get(key) ?? 0n) + amount)
    } else {
      const isOwn = number === caller || isAddressEqual(to, this.#from)
      this.#out.push({ token, amount, to: isOwn ? undefined : to })
    }
  }

  /** The tokens that are given or come, the coin aside. */
  get tokens(): readonly Address[] {
    const all = [...this.#gives.keys(), ...this.#out.map(({ token }) => token.toLowerCase())]
    return [...new Set(all)].filter((each): each is Address => each !== zeroAddress)
  }

  /** What it comes to in the end. */
  end(network: WalletNetwork, read: ReadonlyMap<string, ReadToken>) {
    const of = (token: string): ReadToken => read.get(token.toLowerCase()) ?? coinOf(network)
    const most: Moved['bound'] = this.isExact ? undefined : 'most'
    const gives: readonly Moved[] = [...this.#gives].map(([token, amount]) => ({
      token: of(token),
      amount,
      bound: most,
    }))
    const own = this.#out.filter(({ to }) => to === undefined)
    const gets: readonly Moved[] = [...new Set(own.map(({ token }) => token.toLowerCase()))].map((token) => ({
      token: of(token),
      amount: own.reduce((sum, each) => sum + (each.token.toLowerCase() === token ? each.amount : 0n), 0n),
      bound: this.isJust(token) ? 'just' : undefined,
    }))
    const others = this.#out.flatMap(({ token, amount, to }) => (to ? [{ token: of(token), amount, to }] : []))
    const isLeft = this.#mayStay || [...this.#inside.values()].some((amount) => amount > 0n)
    return { gives, gets, others, isLeft }
  }
}
