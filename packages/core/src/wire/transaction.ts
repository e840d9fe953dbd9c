import * as v from 'valibot'
import { limits } from './limits.js'

/** Beside what every call carries [S7.5]. */
export interface HistoryQuery {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined
  /** Only what was bought. Clients name this provider, whichever they bought from. */
  readonly onramp?: 'coinbase' | undefined
  /** CAIP-2; all of the account's networks when left out. */
  readonly chainId?: string | undefined
}

export const HistoryQuery: v.GenericSchema<unknown, HistoryQuery> = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(limits.historyCursor))),
  onramp: v.optional(v.literal('coinbase')),
  chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
})

/** What a transaction can have come to; the last three are of a purchase. */
export const transactionStatuses = [
  'confirmed',
  'failed',
  'pending',
  'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  'ONRAMP_TRANSACTION_STATUS_FAILED',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** A picture or a film of an NFT. The URL isn't trusted before it is checked. */
export interface NftMedium {
  readonly url: string
  readonly content_type?: string | null | undefined
}

export const NftMedium: v.GenericSchema<unknown, NftMedium> = v.object({
  url: v.string(),
  content_type: v.nullish(v.string()),
})

/** What moved in a transaction, seen from the account that was asked about [S3.14]. */
export interface Transfer {
  readonly fungible_info?:
    | {
        readonly name?: string | undefined
        readonly symbol?: string | undefined
        readonly icon?: { readonly url: string } | undefined
      }
    | undefined
  readonly nft_info?:
    | {
        readonly name?: string | undefined
        readonly content?:
          | { readonly preview?: NftMedium | undefined; readonly detail?: NftMedium | undefined }
          | undefined
        readonly flags: { readonly is_spam: boolean }
      }
    | undefined
  readonly direction: 'in' | 'out' | 'self'
  /** `numeric` is the amount in whole tokens, as a decimal string. */
  readonly quantity: { readonly numeric: string }
  /** All of it in US dollars. */
  readonly value?: number | undefined
  /** One token in US dollars. */
  readonly price?: number | undefined
}

export const Transfer: v.GenericSchema<unknown, Transfer> = v.object({
  fungible_info: v.optional(
    v.object({
      name: v.optional(v.string()),
      symbol: v.optional(v.string()),
      icon: v.optional(v.object({ url: v.string() })),
    }),
  ),
  nft_info: v.optional(
    v.object({
      name: v.optional(v.string()),
      content: v.optional(v.object({ preview: v.optional(NftMedium), detail: v.optional(NftMedium) })),
      flags: v.object({ is_spam: v.boolean() }),
    }),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  quantity: v.object({ numeric: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/)) }),
  value: v.optional(v.number()),
  price: v.optional(v.number()),
})

/** An item of an account's history [S3.14]. */
export interface Transaction {
  readonly id: string
  readonly metadata: {
    /** What it did, in a word: `send`, `receive`, `trade`, `approve`, `mint`, … */
    readonly operationType: string
    readonly hash: string
    /** CAIP-2. */
    readonly chain: string
    /** ISO 8601. */
    readonly minedAt: string
    readonly sentFrom: string
    /** Empty for a transaction that made a contract. */
    readonly sentTo: string
    readonly status: TransactionStatus
    readonly nonce: number
  }
  readonly transfers: readonly Transfer[]
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

export const Transaction: v.GenericSchema<unknown, Transaction> = v.object({
  id: v.string(),
  metadata: v.object({
    operationType: v.string(),
    hash: v.string(),
    chain: v.string(),
    minedAt: v.pipe(v.string(), v.check(isTime, 'not a time')),
    sentFrom: v.string(),
    sentTo: v.string(),
    status: v.picklist(transactionStatuses),
    nonce: v.number(),
  }),
  transfers: v.array(Transfer),
})

/** A page, newest first [S7.5]. */
export interface HistoryReply {
  readonly data: readonly Transaction[]
  /** What to ask with for the next page; null at the end. */
  readonly next: string | null
}

export const HistoryReply: v.GenericSchema<unknown, HistoryReply> = v.object({
  data: v.array(Transaction),
  next: v.nullable(v.string()),
})
