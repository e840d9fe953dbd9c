import type { SwapFault } from '../errors/feature.js'

export type { SwapFault }

/** The terms that the visitor agreed to before a swap: all that its transactions may do. Addresses are the family's own, without a network. */
export interface SwapTerms {
  /** Sells, and receives what is bought. */
  readonly account: string
  /** The token to sell; undefined for the network's own coin. */
  readonly source: string | undefined
  /** The token to buy; undefined for the network's own coin. */
  readonly to: string | undefined
  /** The amount to sell, in the smallest unit. */
  readonly amount: bigint
  /** The amount that the quote gives. */
  readonly quoted: bigint
  /** The least that must arrive. */
  readonly minimum: bigint
  /** The contract that the quote says is called. */
  readonly target: string
  /** The contract that may take what is sold; null where none has to. */
  readonly spender: string | null
}

/** A call that a server built, as it came. */
export interface BuiltCall {
  readonly to: string
  readonly data: string
  /** In the smallest unit of the network's own coin. */
  readonly value: bigint
}

/** A call that is as it was agreed, of the family's own kind and ready to be sent; or what is wrong with it. */
export type CheckedCall<Call> =
  | {
      readonly call: Call
      /** The amount that it allows, or the least that it delivers. */
      readonly amount: bigint
      readonly fault?: undefined
    }
  | { readonly fault: SwapFault }

/** A call that a server built for a swap, with the terms that it is held against. */
export interface BuiltForSwap {
  readonly built: BuiltCall
  readonly terms: SwapTerms
}
