import * as v from 'valibot'
import { baseUnits, positiveBaseUnits } from './baseUnits.js'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

/** The default slippage of a swap, in percent [S9.10]. */
export const swapSlippagePercent = 1

/** The provider's fee on the amount that is sold, in basis points: 0.85 %, the rate of 0.0085 without its rounding [S9.11]. */
export const swapFeeBps = 85

/** The gas that a swap is taken to need before it is known, in units [S9.13]. */
export const swapGasLimit = 150_000

/** The public networks with swaps [S9.15]: Ethereum, Arbitrum, OP, zkSync, Base, BNB, Polygon, Gnosis, Avalanche, Fantom, Kaia, Aurora. */
export const swapNetworks = [
  'eip155:1',
  'eip155:42161',
  'eip155:10',
  'eip155:324',
  'eip155:8453',
  'eip155:56',
  'eip155:137',
  'eip155:100',
  'eip155:43114',
  'eip155:250',
  'eip155:8217',
  'eip155:1313161554',
] as const

/** The symbols of the tokens that a list of them offers first [S9.16]. */
export const suggestedSwapTokens = [
  'ETH',
  'UNI',
  '1INCH',
  'AAVE',
  'SOL',
  'ADA',
  'AVAX',
  'DOT',
  'LINK',
  'NITRO',
  'GAIA',
  'MILK',
  'TRX',
  'NEAR',
  'GNO',
  'WBTC',
  'DAI',
  'WETH',
  'USDC',
  'USDT',
  'ARB',
  'BAL',
  'BICO',
  'CRV',
  'ENS',
  'MATIC',
  'OP',
] as const

/** An address with its network, as CAIP-10 writes it. */
const caip10 = v.pipe(
  v.string(),
  v.regex(
    /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/,
    'must be a CAIP-10 address such as "eip155:1:0x…"',
  ),
)

const hexData = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/))

/** A token that can be swapped [S3.16]. */
export const SwapToken = v.object({
  name: v.string(),
  symbol: v.string(),
  /** CAIP-10; the network's own coin has the placeholder address. */
  address: caip10,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  logoUri: v.string(),
  /** Whether it takes approvals by signature (EIP-2612). */
  eip2612: v.optional(v.boolean()),
})
export type SwapToken = Output<typeof SwapToken>

/** Empty where nothing is swapped. */
export const SwapTokensReply = v.object({ tokens: v.array(SwapToken) })
export type SwapTokensReply = Output<typeof SwapTokensReply>

/** The tokens that can be swapped on a network [S7.7]. */
export const swapTokensCall = {
  id: 'listSwapTokens',
  method: 'get',
  path: '/v1/convert/tokens',
  query: v.object({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  }),
  reply: SwapTokensReply,
} as const satisfies Call

/** Beside what every call carries [S7.6]. */
export const SwapQuotesQuery = v.object({
  /** The amount to sell, in base units. */
  amount: positiveBaseUnits,
  /** Plain: the only call of swaps that doesn't want it as CAIP-10. */
  userAddress: v.pipe(v.string(), v.maxLength(limits.address)),
  /** CAIP-10 token addresses. */
  from: caip10,
  to: caip10,
  /** Wei for a unit of gas. */
  gasPrice: v.optional(baseUnits),
})
export type SwapQuotesQuery = Output<typeof SwapQuotesQuery>

/** The provider's fee on what is sold. */
const swapFee = v.object({
  /** Basis points; 0 where nothing is taken. */
  bps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  /** In base units of the token that is sold. */
  amount: baseUnits,
})
export type SwapFee = Output<typeof swapFee>

/**
 * The quote of a swap. Amounts are in base units, and what is received is after every fee. The fields that may be absent
 * are Foyer's own, for a client that checks a transaction against what it showed before it is signed [F27].
 */
export const SwapQuote = v.object({
  id: v.nullable(v.string()),
  fromAmount: baseUnits,
  /** CAIP-10 of the token that is sold. */
  fromAccount: v.string(),
  toAmount: baseUnits,
  /** CAIP-10 of the token that is bought. */
  toAccount: v.string(),
  /** The least that is received at the default slippage. */
  minAmount: v.optional(baseUnits),
  fee: v.optional(swapFee),
  /** The effect of the swap itself on the price, to its own disadvantage, in basis points. */
  priceImpactBps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
  /** CAIP-10 of the contract that the swap's transaction calls. */
  target: v.optional(caip10),
  /** CAIP-10 of the contract that an approval is for; null when none is needed. */
  spender: v.optional(v.nullable(caip10)),
})
export type SwapQuote = Output<typeof SwapQuote>

/** Empty when there is no quote to be had. Clients take the first. */
export const SwapQuotesReply = v.object({ quotes: v.array(SwapQuote) })
export type SwapQuotesReply = Output<typeof SwapQuotesReply>

/** The quotes for an amount of a token in another [S7.6]. */
export const swapQuotesCall = {
  id: 'getSwapQuotes',
  method: 'get',
  path: '/v1/convert/quotes',
  query: SwapQuotesQuery,
  reply: SwapQuotesReply,
} as const satisfies Call

/** Wei for a unit of gas, in ascending order. */
export const GasPriceReply = v.object({
  standard: baseUnits,
  fast: baseUnits,
  instant: baseUnits,
})
export type GasPriceReply = Output<typeof GasPriceReply>

/** The price of a unit of gas [S7.10]. */
export const gasPriceCall = {
  id: 'getGasPrice',
  method: 'get',
  path: '/v1/convert/gas-price',
  query: v.object({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  }),
  reply: GasPriceReply,
} as const satisfies Call

/** Beside what every call carries [S7.9]. */
export const AllowanceQuery = v.object({
  /** CAIP-10. */
  tokenAddress: caip10,
  /** CAIP-10. */
  userAddress: caip10,
})
export type AllowanceQuery = Output<typeof AllowanceQuery>

/** The amount of a token that a swap may take, in base units [S7.9]. */
export const allowanceCall = {
  id: 'getSwapAllowance',
  method: 'get',
  path: '/v1/convert/allowance',
  query: AllowanceQuery,
  reply: v.object({
    /** Base units. */
    allowance: baseUnits,
  }),
} as const satisfies Call

/** Beside what every call carries [S7.12]. */
export const ApprovalQuery = v.object({
  /** CAIP-10. */
  userAddress: caip10,
  /** CAIP-10 token addresses. */
  from: caip10,
  to: caip10,
  /** Foyer's own: what is to be approved, in base units; without it, what the account's last quote of the two tokens was for. */
  amount: v.optional(positiveBaseUnits),
})
export type ApprovalQuery = Output<typeof ApprovalQuery>

/** An approval to be sent: `data` and `value` to the token, which both `from` and `to` name, as clients differ in which they read. */
export const ApprovalReply = v.object({
  tx: v.object({
    /** CAIP-10 of the token. */
    from: caip10,
    /** CAIP-10 of the token. */
    to: caip10,
    data: hexData,
    value: baseUnits,
    eip155: v.object({ gas: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), gasPrice: baseUnits }),
  }),
})
export type ApprovalReply = Output<typeof ApprovalReply>

/** An approval of exactly what is swapped [S7.12]. */
export const buildApprovalCall = {
  id: 'buildSwapApproval',
  method: 'get',
  path: '/v1/convert/build-approve',
  query: ApprovalQuery,
  reply: ApprovalReply,
} as const satisfies Call

/** The highest slippage that is taken, in percent: beyond it a minimum protects no more. */
const mostSlippage = 50

const slippage = v.pipe(
  v.number(),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(mostSlippage, `must be ${mostSlippage} or less`),
  v.check((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9, 'must have two decimals at most'),
)

/** The project's id stands in the body, not in the query [S7.11]. */
export const SwapTransactionBody = v.object({
  /** The amount to sell, in base units. */
  amount: positiveBaseUnits,
  /** Percent, with two decimals at most. */
  eip155: v.optional(v.object({ slippage })),
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  /** CAIP-10 token addresses. */
  from: caip10,
  to: caip10,
  /** CAIP-10. */
  userAddress: caip10,
  /** Whether the gas is a safe figure rather than what the network estimates, which fails where an approval is still missing. */
  disableEstimate: v.optional(v.boolean()),
  /** Foyer's own: the least that was promised. What can't give it any more is refused rather than built. */
  minAmount: v.optional(positiveBaseUnits),
})
export type SwapTransactionBody = Output<typeof SwapTransactionBody>

/** A swap to be sent by the account itself. */
export const SwapTransactionReply = v.object({
  tx: v.object({
    /** CAIP-10 of the account. */
    from: caip10,
    /** CAIP-10 of the contract. */
    to: caip10,
    data: hexData,
    /** The amount to sell, in base units; a network's own coin is sent along, so it is the transaction's value then. */
    amount: baseUnits,
    eip155: v.object({ gas: baseUnits, gasPrice: baseUnits }),
    /** Foyer's own: the least that the transaction delivers, or else reverts. */
    minAmount: v.optional(baseUnits),
  }),
})
export type SwapTransactionReply = Output<typeof SwapTransactionReply>

/** A swap that delivers at least a minimum [S7.11]. */
export const buildSwapCall = {
  id: 'buildSwapTransaction',
  method: 'post',
  path: '/v1/convert/build-transaction',
  projectIn: 'body',
  body: SwapTransactionBody,
  reply: SwapTransactionReply,
} as const satisfies Call
