import * as v from 'valibot'
import { AccountParams, type Call, type Output } from './call.js'
import { limits } from './limits.js'

/** The statuses of a transaction; the last three are of a purchase. */
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
export const NftMedium = v.object({
  url: v.string(),
  content_type: v.nullish(v.string()),
})
export type NftMedium = Output<typeof NftMedium>

/** A movement in a transaction, seen from the account that was asked about [S3.14]. */
export const Transfer = v.object({
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
  /** `numeric` is the amount in whole tokens, as a decimal string. */
  quantity: v.object({ numeric: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/)) }),
  /** All of it in US dollars. */
  value: v.optional(v.number()),
  /** One token in US dollars. */
  price: v.optional(v.number()),
})
export type Transfer = Output<typeof Transfer>

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** An item of an account's history [S3.14]. */
export const Transaction = v.object({
  id: v.string(),
  metadata: v.object({
    /** The kind, in a word: `send`, `receive`, `trade`, `approve`, `mint`, … */
    operationType: v.string(),
    hash: v.string(),
    /** CAIP-2. */
    chain: v.string(),
    /** ISO 8601. */
    minedAt: v.pipe(v.string(), v.check(isTime, 'not a time')),
    sentFrom: v.string(),
    /** Empty for a transaction that made a contract. */
    sentTo: v.string(),
    status: v.picklist(transactionStatuses),
    nonce: v.number(),
  }),
  transfers: v.array(Transfer),
})
export type Transaction = Output<typeof Transaction>

/** A page, newest first [S7.5]. */
export const HistoryReply = v.object({
  data: v.array(Transaction),
  /** The cursor of the next page; null at the end. */
  next: v.nullable(v.string()),
})
export type HistoryReply = Output<typeof HistoryReply>

/** The history of an account, with what it bought [S7.5]. */
export const historyCall = {
  id: 'getHistory',
  method: 'get',
  path: '/v1/account/:address/history',
  params: AccountParams,
  query: v.object({
    /** The `next` of the page before. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(limits.historyCursor))),
    /** Only what was bought. Clients name this provider, whichever they bought from. */
    onramp: v.optional(v.literal('coinbase')),
    /** CAIP-2; all of the account's networks when left out. */
    chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
  }),
  reply: HistoryReply,
} as const satisfies Call
