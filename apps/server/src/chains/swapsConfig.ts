import { swapFeeBps } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Address, isAddress } from 'viem'
import { whole } from '../kernel/fields.js'
import { Gateway } from '../safeFetch/safeFetchConfig.js'

/** As a chain library wants it: a mixed case is a checksum (EIP-55), and has to be right. */
const EvmAddress = v.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value),
  'must be an address of 40 hex digits after 0x, with a right checksum where it has one',
)

const common = {
  /** Tokens by whose way two others may be swapped, the most liquid first; the wrapped coin is always one. */
  connectors: v.optional(v.pipe(v.array(EvmAddress), v.maxLength(5, 'must name 5 tokens at most')), []),
  /** The most that a swap may be below the pools' own price, in basis points; beyond it there is no quote. */
  mostPriceImpactBps: v.optional(whole(1, 9_999), 1_500),
}

const UniswapV2Swaps = v.strictObject({
  ...common,
  venue: v.optional(v.literal('uniswap-v2'), 'uniswap-v2'),
  /** A Uniswap V2 router (Router02), or that of a copy with the same functions. */
  router: EvmAddress,
  /** The FeeRouter in front of it, which takes the provider's fee; without one nothing is taken. */
  feeRouter: v.optional(EvmAddress),
})
export type UniswapV2Swaps = v.InferOutput<typeof UniswapV2Swaps>

const UniswapV3Swaps = v.strictObject({
  ...common,
  venue: v.literal('uniswap-v3'),
  /** A SwapRouter02; no fee is taken in front of it. */
  router: EvmAddress,
  /** A QuoterV2. */
  quoter: EvmAddress,
})
export type UniswapV3Swaps = v.InferOutput<typeof UniswapV3Swaps>

/** 0x's contract on networks with the Cancun upgrade, which all are that it serves. */
export const allowanceHolder: Address = '0x0000000000001fF3684f28c67538d4D072C22734'

const zeroXUrl = 'https://api.0x.org'

/** The settings of 0x; the key alone is enough. */
const zeroX = {
  apiKey: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,256}$/, 'must be a key')),
  /** who gets the fee; without one none is taken */
  feeRecipient: v.optional(EvmAddress),
  /** of what is sold, in basis points; 0x takes 1000 at most */
  feeBps: v.optional(whole(0, 1_000), swapFeeBps),
  /** The most that a swap may be below the prices of our own sources, in basis points; beyond it there is no quote. */
  mostPriceImpactBps: common.mostPriceImpactBps,
  url: v.optional(Gateway, zeroXUrl),
}

const ZeroXSwaps = v.strictObject({
  ...zeroX,
  venue: v.literal('0x'),
  /** the contract that approvals are for */
  allowanceHolder: v.optional(EvmAddress, allowanceHolder),
  /** the wrapped form of the network's own coin, where it isn't known */
  wrapped: v.optional(EvmAddress),
})
export type ZeroXSwaps = v.InferOutput<typeof ZeroXSwaps>

/** The provider on all networks that have no `swaps` of their own and that 0x serves. */
export const EverywhereSwaps = v.pipe(
  v.strictObject(zeroX),
  v.transform((said): ZeroXSwaps => ({ ...said, venue: '0x', allowanceHolder })),
)

const schemas = { '0x': ZeroXSwaps, 'uniswap-v3': UniswapV3Swaps } as const

const venueOf = (said: unknown) =>
  typeof said === 'object' && said !== null && 'venue' in said ? said.venue : undefined

/**
 * The venue of a network's swaps. The contracts are asked for what else there is to know: the wrapped coin, the fee. Not a
 * union, whose sentences say less about what is wrong.
 */
export const SwapsConfig = v.lazy((said) => {
  const venue = venueOf(said)
  return venue === '0x' || venue === 'uniswap-v3' ? schemas[venue] : UniswapV2Swaps
})
export type SwapsConfig = v.InferOutput<typeof SwapsConfig>
