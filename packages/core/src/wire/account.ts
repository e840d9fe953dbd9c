import * as v from 'valibot'
import { limits } from './limits.js'

/** Beside what every call carries [S7.13]. */
export interface BalanceQuery {
  readonly currency: 'usd'
  /** CAIP-2; all of the account's networks when left out. */
  readonly chainId?: string | undefined
  /** CAIP-10 token addresses, joined by commas, whose amounts must be fresh. */
  readonly forceUpdate?: string | undefined
}

export const BalanceQuery: v.GenericSchema<unknown, BalanceQuery> = v.object({
  currency: v.literal('usd'),
  chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
  forceUpdate: v.optional(v.pipe(v.string(), v.maxLength(limits.url))),
})

/** What an account holds of one token [S3.12]. */
export interface Balance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10; absent for the network's own coin. */
  readonly address?: string | undefined
  /** The whole holding in US dollars. */
  readonly value?: number | undefined
  /** One token in US dollars. */
  readonly price: number
  /** `numeric` is the amount in whole tokens, as a decimal string; `decimals` how many of them the token has. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

export const Balance: v.GenericSchema<unknown, Balance> = v.object({
  name: v.string(),
  symbol: v.string(),
  chainId: v.string(),
  address: v.optional(v.string()),
  value: v.optional(v.number()),
  price: v.number(),
  quantity: v.object({
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
    numeric: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/)),
  }),
  iconUrl: v.string(),
})

export interface BalanceReply {
  readonly balances: readonly Balance[]
}

export const BalanceReply: v.GenericSchema<unknown, BalanceReply> = v.object({ balances: v.array(Balance) })

/** Beside what every call carries [S7.4]. */
export interface IdentityQuery {
  /** The active account's plain address. */
  readonly sender?: string | undefined
}

export const IdentityQuery: v.GenericSchema<unknown, IdentityQuery> = v.object({
  sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
})

/** Who an address says it is. */
export interface IdentityReply {
  readonly name: string | null
  /** The picture's URL: not trusted before it is checked. */
  readonly avatar: string | null
}

export const IdentityReply: v.GenericSchema<unknown, IdentityReply> = v.object({
  name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
})
