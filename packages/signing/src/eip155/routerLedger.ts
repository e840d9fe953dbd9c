import type { WalletNetwork } from '@foyer/core/words'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { coinOf, isKnownContract, type ReadToken } from '../contracts/tokens.js'
import { most } from './encoded.js'
import type { Gift, Moved } from './flow.js'

/** Numbers that stand in the place of an address: the caller, and the router itself. */
const [caller, router] = [1n, 2n] as const
/** In the place of an amount: all that the router has of it. */
const allThere = 2n ** 255n

interface Out {
  readonly token: Address
  readonly amount: bigint
  readonly to: Address | undefined
  /** Whether what would bring it may fail. */
  readonly isOpen: boolean
  /** Which part of what lay there it is, in ten-thousandths, where that is what is asked for. */
  readonly portion?: bigint | undefined
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/**
 * A router's ledger: what lies there between its commands, what is given to it, and what it gives out to whom, at
 * least.
 */
export class RouterLedger {
  readonly #inside = new Map<string, bigint>()
  /** The amounts that lie there beside, where nothing fails that may. */
  readonly #perhaps = new Map<string, bigint>()
  readonly #gives = new Map<string, bigint>()
  /** The amounts that it takes by an allowance, neither more nor less. */
  readonly #drawn = new Map<string, bigint>()
  readonly #passed: { readonly token: Address; readonly amount: bigint; readonly to: Address }[] = []
  readonly #out: Out[] = []
  readonly #from: Address
  readonly #at: Address
  readonly #loose = new Set<string>()
  /** It takes all of what it may at most. */
  isExact = true
  /** Whether what is carried out now may fail without the rest: then what it would use stays there. */
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
    if (this.mayFail) this.isExact = false
    add(this.#gives, token.toLowerCase(), amount)
    this.#draw(token, amount)
  }

  #draw(token: Address, amount: bigint): void {
    // What stands for all that lies somewhere may be nothing.
    if (!this.mayFail && amount < allThere) add(this.#drawn, token.toLowerCase(), amount)
  }

  /** Returns what has been taken by an allowance so far, where all of that is certain. */
  drawn(token: Address): bigint {
    return this.isExact ? (this.#drawn.get(token.toLowerCase()) ?? 0n) : 0n
  }

  /** So much of the account's goes to the router, or past it to somebody else. */
  pass(token: Address, amount: bigint, to: Address): void {
    const isInside = BigInt(to) === router || isAddressEqual(to, this.#at)
    if (this.isCaller(to)) return
    if (!isInside) {
      this.#passed.push({ token, amount, to })
      this.#draw(token, amount)
      return
    }
    this.give(token, amount)
    this.credit(token, amount, to)
  }

  isCaller(address: Address): boolean {
    return BigInt(address) === caller || isAddressEqual(address, this.#from)
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

  /** All that lies there is given out, as another where that is named, and no less than so much. */
  giveOut({
    of,
    as = of,
    least,
    to,
  }: {
    readonly of: Address
    readonly as?: Address
    readonly least: bigint
    readonly to: Address
  }): void {
    const there = this.empty(of)
    const perhaps = this.#perhaps.get(of.toLowerCase()) ?? 0n
    this.#perhaps.delete(of.toLowerCase())
    if (least > there || !this.isJust(of)) this.loosen(as)
    const sure = most(there, least)
    if (sure > 0n) this.credit(as, sure, to)
    if (there + perhaps > sure) this.credit(as, there + perhaps - sure, to, { isOpen: true })
  }

  /** So much comes at least, to whom the router's numbers or an address say; or may come, where what brings it may fail. */
  credit(
    token: Address,
    amount: bigint,
    to: Address,
    { isOpen = this.mayFail, portion }: Partial<Pick<Out, 'isOpen' | 'portion'>> = {},
  ): void {
    if (BigInt(to) === router || isAddressEqual(to, this.#at)) {
      add(isOpen ? this.#perhaps : this.#inside, token.toLowerCase(), amount)
    } else {
      this.#out.push({ token, amount, to: this.isCaller(to) ? undefined : to, isOpen, portion })
    }
  }

  /** The tokens that are given or come, the coin aside. */
  get tokens(): readonly Address[] {
    const moved = [...this.#out, ...this.#passed].map(({ token }) => token.toLowerCase())
    return [...new Set([...this.#gives.keys(), ...moved])].filter((each): each is Address => each !== zeroAddress)
  }

  /** Returns what it comes to in the end. */
  end(network: WalletNetwork, read: ReadonlyMap<string, ReadToken>) {
    const of = (token: string): ReadToken => read.get(token.toLowerCase()) ?? coinOf(network)
    const bound: Moved['bound'] = this.isExact ? undefined : 'most'
    const gives: readonly Moved[] = [...this.#gives].map(([token, amount]) => ({ token: of(token), amount, bound }))
    const own = (isOpen: boolean): readonly Moved[] => {
      const sums = new Map<string, bigint>()
      for (const each of this.#out)
        if (each.to === undefined && each.isOpen === isOpen) add(sums, each.token.toLowerCase(), each.amount)
      return [...sums].map(([token, amount]) => ({ token: of(token), amount }))
    }
    const perhaps = own(true)
    const isJust = ({ token }: Moved) =>
      this.isJust(token.isCoin ? zeroAddress : token.address) && !perhaps.some((each) => each.token === token)
    const gets = own(false).map((each): Moved => ({ ...each, bound: isJust(each) ? 'just' : undefined }))
    const others = this.#out.flatMap(({ token, amount, to, isOpen, portion }) =>
      to ? [{ token: of(token), amount, to, isOpen, portion }] : [],
    )
    const gifts = this.#passed.map(
      ({ token, amount, to }): Gift => ({
        ...{ token: of(token), amount, to, how: 'sent', owner: this.#from },
        takenBy: isKnownContract(network, this.#at) && this.isExact ? this.#at : undefined,
      }),
    )
    const isLeft = this.#mayStay || [...this.#inside.values()].some((amount) => amount > 0n)
    return { gives, gets, perhaps, others, gifts, isLeft }
  }
}
