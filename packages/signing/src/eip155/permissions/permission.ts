import type { LowerHex } from '@foyer/core/chain'
import type { Address } from 'viem'

/** Spends of the network's coin or, where it is named, of a token. Times are in seconds since 1970. */
interface Spending {
  /** Undefined for the network's own coin. */
  readonly token: Address | undefined
  /** Nothing is spent before. */
  readonly start: bigint
}

/** So much in each period, counted from the start. */
export interface Periodic extends Spending {
  readonly is: 'periodic'
  readonly amount: bigint
  /** The period's length. */
  readonly seconds: bigint
}

/** So much in all. */
export interface Once extends Spending {
  readonly is: 'once'
  readonly amount: bigint
}

/** A stream: the amount that has come together since the start, second by second, and isn't spent yet. */
export interface Stream extends Spending {
  readonly is: 'stream'
  /** There from the start. */
  readonly initial: bigint
  readonly perSecond: bigint
  /** In all. */
  readonly most: bigint
}

/** An argument that is the same in all calls, by its word of the calldata. */
export interface BoundArgument {
  /** The place of its word, counted from 0: of functions whose arguments before it take a word each, the argument's own. */
  readonly index: number
  /** 32 bytes. */
  readonly word: LowerHex
}

/** More words of the calldata than these aren't bound. */
export const mostWords = 32

/** Calls of some functions of one contract, with whatever arguments but those that are bound. */
export interface Calls {
  readonly is: 'calls'
  readonly target: Address
  readonly selectors: readonly LowerHex[]
  /** How the functions are called, where the application says it and its selectors are theirs: as many, in their order. */
  readonly signatures: readonly string[]
  /** The arguments that each call has, of whichever function. */
  readonly bound: readonly BoundArgument[]
  /** Of the network's coin, with each call, at most. */
  readonly value: bigint
  /** How many calls, at most; undefined where nothing bounds them. */
  readonly count: bigint | undefined
}

/** The terms of what a key may do in an account's name. */
export type Terms = Periodic | Once | Stream | Calls

/** A permission of an account for a key until it ends: enforced on chain, by caveats of a delegation. */
export interface Permission {
  readonly account: Address
  /** The key that it is granted to. */
  readonly to: Address
  /** The addresses that may use it: the key alone, where the application names no others. */
  readonly redeemers: readonly Address[]
  /** To whom alone it spends; empty where that is free. */
  readonly payees: readonly Address[]
  readonly terms: Terms
  /** It ends then: always a time that was named, however far. */
  readonly expiry: bigint
}

/** The largest number of a contract's: stands for no limit, and for a period that never ends. */
export const largest: bigint = 2n ** 256n - 1n
