import * as v from 'valibot'
import { baseUnits, positiveBaseUnits } from './baseUnits.js'
import { limits } from './limits.js'

/** What a swap allows its price to move by, in percent, by default [S9.10]. */
export const swapSlippagePercent = 1

/** What a provider takes of the amount that is sold, in basis points: 0.85 %, the rate of 0.0085 without its rounding [S9.11]. */
export const swapFeeBps = 85

/** What a swap is taken to need before it is known, in units of gas [S9.13]. */
export const swapGasLimit = 150_000

/** Where swaps are offered, of the public networks [S9.15]: Ethereum, Arbitrum, OP, zkSync, Base, BNB, Polygon, Gnosis, Avalanche, Fantom, Kaia, Aurora. */
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
const caip10: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.regex(
    /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/,
    'must be a CAIP-10 address such as "eip155:1:0x…"',
  ),
)

const hexData: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i))

/** A token that can be swapped [S3.16]. */
export interface SwapToken {
  readonly name: string
  readonly symbol: string
  /** CAIP-10; the network's own coin has the placeholder address. */
  readonly address: string
  readonly decimals: number
  readonly logoUri: string
  /** Whether it takes approvals by signature (EIP-2612). */
  readonly eip2612?: boolean | undefined
}

export const SwapToken: v.GenericSchema<unknown, SwapToken> = v.object({
  name: v.string(),
  symbol: v.string(),
  address: caip10,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  logoUri: v.string(),
  eip2612: v.optional(v.boolean()),
})

/** Beside what every call carries [S7.7]. */
export interface SwapTokensQuery {
  /** CAIP-2. */
  readonly chainId: string
}

export const SwapTokensQuery: v.GenericSchema<unknown, SwapTokensQuery> = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
})

/** Empty where nothing is swapped. */
export interface SwapTokensReply {
  readonly tokens: readonly SwapToken[]
}

export const SwapTokensReply: v.GenericSchema<unknown, SwapTokensReply> = v.object({ tokens: v.array(SwapToken) })

/** Beside what every call carries [S7.6]. */
export interface SwapQuotesQuery {
  /** What is sold, in base units. */
  readonly amount: string
  /** Plain: the only call of swaps that doesn't want it as CAIP-10. */
  readonly userAddress: string
  /** CAIP-10 token addresses. */
  readonly from: string
  readonly to: string
  /** Wei for a unit of gas. */
  readonly gasPrice?: string | undefined
}

export const SwapQuotesQuery: v.GenericSchema<unknown, SwapQuotesQuery> = v.object({
  amount: positiveBaseUnits,
  userAddress: v.pipe(v.string(), v.maxLength(limits.address)),
  from: caip10,
  to: caip10,
  gasPrice: v.optional(baseUnits),
})

/** What the provider takes of what is sold. */
export interface SwapFee {
  /** Basis points; 0 where nothing is taken. */
  readonly bps: number
  /** In base units of the token that is sold. */
  readonly amount: string
}

const swapFee: v.GenericSchema<unknown, SwapFee> = v.object({
  bps: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  amount: baseUnits,
})

/**
 * What a swap would give. Amounts are in base units, and what is received is after every fee. The fields that may be absent
 * are Foyer's own, for a client that checks a transaction against what it showed before it is signed [F27].
 */
export interface SwapQuote {
  readonly id: string | null
  readonly fromAmount: string
  /** CAIP-10 of the token that is sold. */
  readonly fromAccount: string
  readonly toAmount: string
  /** CAIP-10 of the token that is bought. */
  readonly toAccount: string
  /** The least that is received at the default slippage. */
  readonly minAmount?: string | undefined
  readonly fee?: SwapFee | undefined
  /** How far the swap itself moves the price to its own disadvantage, in basis points. */
  readonly priceImpactBps?: number | undefined
  /** CAIP-10 of the contract that the swap's transaction calls. */
  readonly target?: string | undefined
  /** CAIP-10 of the contract that an approval is for; null when none is needed. */
  readonly spender?: string | null | undefined
}

export const SwapQuote: v.GenericSchema<unknown, SwapQuote> = v.object({
  id: v.nullable(v.string()),
  fromAmount: baseUnits,
  fromAccount: v.string(),
  toAmount: baseUnits,
  toAccount: v.string(),
  minAmount: v.optional(baseUnits),
  fee: v.optional(swapFee),
  priceImpactBps: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
  target: v.optional(caip10),
  spender: v.optional(v.nullable(caip10)),
})

/** Empty when there is no quote to be had. Clients take the first. */
export interface SwapQuotesReply {
  readonly quotes: readonly SwapQuote[]
}

export const SwapQuotesReply: v.GenericSchema<unknown, SwapQuotesReply> = v.object({ quotes: v.array(SwapQuote) })

/** Beside what every call carries [S7.10]. */
export interface GasPriceQuery {
  /** CAIP-2. */
  readonly chainId: string
}

export const GasPriceQuery: v.GenericSchema<unknown, GasPriceQuery> = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
})

/** Wei for a unit of gas, in ascending order. */
export interface GasPriceReply {
  readonly standard: string
  readonly fast: string
  readonly instant: string
}

export const GasPriceReply: v.GenericSchema<unknown, GasPriceReply> = v.object({
  standard: baseUnits,
  fast: baseUnits,
  instant: baseUnits,
})

/** Beside what every call carries [S7.9]. */
export interface AllowanceQuery {
  /** CAIP-10. */
  readonly tokenAddress: string
  /** CAIP-10. */
  readonly userAddress: string
}

export const AllowanceQuery: v.GenericSchema<unknown, AllowanceQuery> = v.object({
  tokenAddress: caip10,
  userAddress: caip10,
})

export interface AllowanceReply {
  /** Base units. */
  readonly allowance: string
}

export const AllowanceReply: v.GenericSchema<unknown, AllowanceReply> = v.object({ allowance: baseUnits })

/** Beside what every call carries [S7.12]. */
export interface ApprovalQuery {
  /** CAIP-10. */
  readonly userAddress: string
  /** CAIP-10 token addresses. */
  readonly from: string
  readonly to: string
  /** Foyer's own: what is to be approved, in base units; without it, what the account's last quote of the two tokens was for. */
  readonly amount?: string | undefined
}

export const ApprovalQuery: v.GenericSchema<unknown, ApprovalQuery> = v.object({
  userAddress: caip10,
  from: caip10,
  to: caip10,
  amount: v.optional(positiveBaseUnits),
})

/** An approval to be sent: `data` and `value` to the token, which both `from` and `to` name, as clients differ in which they read. */
export interface ApprovalReply {
  readonly tx: {
    /** CAIP-10 of the token. */
    readonly from: string
    /** CAIP-10 of the token. */
    readonly to: string
    readonly data: string
    readonly value: string
    readonly eip155: { readonly gas: number; readonly gasPrice: string }
  }
}

export const ApprovalReply: v.GenericSchema<unknown, ApprovalReply> = v.object({
  tx: v.object({
    from: caip10,
    to: caip10,
    data: hexData,
    value: baseUnits,
    eip155: v.object({ gas: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), gasPrice: baseUnits }),
  }),
})

/** The project's id stands in the body, not in the query [S7.11]. */
export interface SwapTransactionBody {
  /** What is sold, in base units. */
  readonly amount: string
  /** Percent, with two decimals at most. */
  readonly eip155?: { readonly slippage: number } | undefined
  readonly projectId: string
  /** CAIP-10 token addresses. */
  readonly from: string
  readonly to: string
  /** CAIP-10. */
  readonly userAddress: string
  /** Whether the gas is a safe figure rather than what the network estimates, which fails where an approval is still missing. */
  readonly disableEstimate?: boolean | undefined
  /** Foyer's own: the least that was promised. What can't give it any more is refused rather than built. */
  readonly minAmount?: string | undefined
}

/** The highest slippage that is taken, in percent: beyond it a minimum protects no more. */
const mostSlippage = 50

const slippage = v.pipe(
  v.number(),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(mostSlippage, `must be ${mostSlippage} or less`),
  v.check((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-9, 'must have two decimals at most'),
)

export const SwapTransactionBody: v.GenericSchema<unknown, SwapTransactionBody> = v.object({
  amount: positiveBaseUnits,
  eip155: v.optional(v.object({ slippage })),
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  from: caip10,
  to: caip10,
  userAddress: caip10,
  disableEstimate: v.optional(v.boolean()),
  minAmount: v.optional(positiveBaseUnits),
})

/** A swap to be sent by the account itself. */
export interface SwapTransactionReply {
  readonly tx: {
    /** CAIP-10 of the account. */
    readonly from: string
    /** CAIP-10 of the contract. */
    readonly to: string
    readonly data: string
    /** What is sold, in base units; a network's own coin is sent along, so it is the transaction's value then. */
    readonly amount: string
    readonly eip155: { readonly gas: string; readonly gasPrice: string }
    /** Foyer's own: the least that the transaction delivers, or else reverts. */
    readonly minAmount?: string | undefined
  }
}

export const SwapTransactionReply: v.GenericSchema<unknown, SwapTransactionReply> = v.object({
  tx: v.object({
    from: caip10,
    to: caip10,
    data: hexData,
    amount: baseUnits,
    eip155: v.object({ gas: baseUnits, gasPrice: baseUnits }),
    minAmount: v.optional(baseUnits),
  }),
})
