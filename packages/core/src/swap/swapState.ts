import { parseAmount, typedAmount } from '../chain/amount.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import type { SwapToken } from '../wire/swap.js'
import { swapSlippagePercent } from '../wire/swapConstants.js'

/** Which of the two tokens. */
export type SwapTarget = 'sourceToken' | 'toToken'

/** A token that can be swapped [S3.16], and what the account has of it. */
export interface SwapAsset extends SwapToken {
  readonly address: AccountId
  /** Without its network; undefined for the network's own coin. */
  readonly contract: string | undefined
  /** In the smallest unit. */
  readonly held: bigint
  /** US dollars for one whole token, with 18 decimals. */
  readonly price: bigint | undefined
}

/** Who swaps, and where. */
export interface SwapAccount {
  readonly address: string
  readonly networkId: NetworkId
  /** CAIP-10 of the two. */
  readonly accountId: AccountId
}

/** What the server offers for the amount. */
export interface Quote {
  /** In the smallest unit of what is bought, after every fee. */
  readonly received: bigint
  readonly feeBps: number | undefined
  readonly priceImpactBps: number | undefined
  /** The contract that the swap calls; undefined where the server doesn't say, and then nothing is signed. */
  readonly target: string | undefined
  /** The contract that takes what is sold; null where none has to be allowed. */
  readonly spender: string | null | undefined
}

/** Where the quote of the shown amount stands. */
export type Quoting =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'ready'; readonly quote: Quote }
  /** There is no way to swap this amount. */
  | { readonly status: 'unavailable' }
  | { readonly status: 'failed' }

/** Where a swap that is being reviewed stands. A call is of the family's own kind, read and compared with what was agreed. */
export type SwapStep =
  | { readonly status: 'none' }
  | { readonly status: 'preparing' }
  | { readonly status: 'approval'; readonly call: unknown; readonly isReset: boolean }
  | { readonly status: 'swap'; readonly call: unknown; readonly gas: bigint }
  /** What was agreed can't be had any more: what can has to be seen first. */
  | { readonly status: 'worse' }
  | { readonly status: 'approving'; readonly phase: 'wallet' | 'mining' }
  | { readonly status: 'swapping' }
  | { readonly status: 'failed'; readonly notice: PlainSentenceKey }

/** All that is known of a swap [S3.15]; its figures follow from it: see `swapOverview`. */
export interface SwapState {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported'
  readonly account: SwapAccount | undefined
  /** Where there are swaps, while there are none here. */
  readonly networks: readonly NetworkId[]
  readonly tokens: readonly SwapAsset[]
  readonly sourceToken: AccountId | undefined
  readonly toToken: AccountId | undefined
  /** As it was typed. */
  readonly amount: string
  readonly slippageBps: number
  /** In the smallest unit of the network's own coin; undefined where it isn't known. */
  readonly gasPrice: bigint | undefined
  readonly quoting: Quoting
  readonly step: SwapStep
  /** Why the wallet has to be asked again, where it has to. */
  readonly notice: PlainSentenceKey | undefined
  /** While it is being reviewed: the least that the visitor saw, in the smallest unit of what is bought. */
  readonly promised: bigint | undefined
}

/** Before anything was loaded. */
export const idleSwap: SwapState = {
  phase: 'idle',
  account: undefined,
  networks: [],
  tokens: [],
  sourceToken: undefined,
  toToken: undefined,
  amount: '',
  slippageBps: swapSlippagePercent * 100,
  gasPrice: undefined,
  quoting: { status: 'none' },
  step: { status: 'none' },
  notice: undefined,
  promised: undefined,
}

/** The slippage that may be set, in basis points: with less a swap seldom succeeds, with more a minimum protects little. */
export const slippageBounds: { readonly least: number; readonly most: number } = { least: 10, most: 1_000 }

/** What a host or a link asks to begin with; tokens by their symbols. */
export interface SwapBeginning {
  /** How much is sold, as a visitor would type it. */
  readonly amount?: string | undefined
  /** The symbol of what is sold. */
  readonly fromToken?: string | undefined
  /** The symbol of what is bought. */
  readonly toToken?: string | undefined
}

/** Percent has two decimals here: basis points. */
const places = 2

/**
 * Reads a slippage as it is typed, in percent, with a point or a comma.
 *
 * @returns basis points from 10 to 1,000; undefined for what is no number, too precise, or beyond
 * @see S9.10
 * @example typedSlippage('0,75') // 75
 */
export function typedSlippage(text: string): number | undefined {
  const written = typedAmount(text)
  if (written === undefined || (written.split('.')[1]?.length ?? 0) > places) return undefined
  const { value } = parseAmount({ text: written, decimals: places })
  const { least, most } = slippageBounds
  return value >= BigInt(least) && value <= BigInt(most) ? Number(value) : undefined
}
