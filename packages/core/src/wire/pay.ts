import * as v from 'valibot'
import { limits } from './limits.js'

/** The JSON-RPC methods by which a payment from an exchange is made. */
export const payMethods = {
  exchanges: 'reown_getExchanges',
  url: 'reown_getExchangePayUrl',
  status: 'reown_getExchangeBuyStatus',
} as const

const text = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest))
const exchangeId = text(limits.exchangeId)
const exchangeIds = v.optional(v.pipe(v.array(exchangeId), v.maxLength(limits.exchanges)))
/** As JavaScript writes a number: small ones come as `1e-7`. */
const amount = text(limits.decimal)

/** Asks which exchanges can be paid from. */
export interface PayExchangesParams {
  /** From 0. */
  readonly page?: number | undefined
  /** Only these ids. */
  readonly includeOnly?: readonly string[] | undefined
  /** All but these ids. */
  readonly exclude?: readonly string[] | undefined
  /** CAIP-19: only those that pay with it. */
  readonly asset?: string | undefined
  /** Decimal, in whole units of the asset. */
  readonly amount?: string | undefined
}

export const PayExchangesParams: v.GenericSchema<unknown, PayExchangesParams> = v.object({
  page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  includeOnly: exchangeIds,
  exclude: exchangeIds,
  asset: v.optional(text(limits.caip19)),
  amount: v.optional(amount),
})

/** An exchange to pay from. */
export interface PayExchange {
  readonly id: string
  readonly name: string
  /** Not trusted before it is checked; may be empty. */
  readonly imageUrl: string
}

export interface PayExchangesResult {
  readonly exchanges: readonly PayExchange[]
  /** How many there are on all pages. */
  readonly total: number
}

export const PayExchangesResult: v.GenericSchema<unknown, PayExchangesResult> = v.object({
  exchanges: v.array(v.object({ id: exchangeId, name: v.string(), imageUrl: v.string() })),
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** Asks for the page of an exchange where a visitor pays. */
export interface PayUrlParams {
  readonly exchangeId: string
  /** CAIP-19. */
  readonly asset: string
  /** Decimal, in whole units of the asset. */
  readonly amount: string
  /** CAIP-10. */
  readonly recipient: string
}

export const PayUrlParams: v.GenericSchema<unknown, PayUrlParams> = v.object({
  exchangeId,
  asset: text(limits.caip19),
  amount,
  recipient: text(limits.accountId),
})

export interface PayUrlResult {
  readonly url: string
  readonly sessionId: string
}

export const PayUrlResult: v.GenericSchema<unknown, PayUrlResult> = v.object({
  url: v.string(),
  sessionId: text(limits.paySessionId),
})

/** Asks how far a payment is. */
export interface PayStatusParams {
  readonly sessionId: string
  readonly exchangeId: string
}

export const PayStatusParams: v.GenericSchema<unknown, PayStatusParams> = v.object({
  sessionId: text(limits.paySessionId),
  exchangeId,
})

/** `UNKNOWN` until the exchange has said anything; the last two are final. */
export const payStatuses = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const
export type PayStatus = (typeof payStatuses)[number]

export interface PayStatusResult {
  readonly status: PayStatus
  readonly txHash?: string | undefined
}

export const PayStatusResult: v.GenericSchema<unknown, PayStatusResult> = v.object({
  status: v.picklist(payStatuses),
  txHash: v.optional(v.string()),
})
