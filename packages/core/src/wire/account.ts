import * as v from 'valibot'
import { positiveBaseUnits } from './baseUnits.js'
import { limits } from './limits.js'
import type { Output } from './output.js'
import { NftMedium } from './transaction.js'

/** Beside what every call carries [S7.13]. */
export const BalanceQuery = v.object({
  currency: v.literal('usd'),
  /** CAIP-2; all of the account's networks when left out. */
  chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
  /** CAIP-10 token addresses, joined by commas, whose amounts must be fresh. */
  forceUpdate: v.optional(v.pipe(v.string(), v.maxLength(limits.url))),
})
export type BalanceQuery = Output<typeof BalanceQuery>

/** What an account holds of one token [S3.12]. */
export const Balance = v.object({
  name: v.string(),
  symbol: v.string(),
  /** CAIP-2. */
  chainId: v.string(),
  /** CAIP-10; absent for the network's own coin. */
  address: v.optional(v.string()),
  /** The whole holding in US dollars. */
  value: v.optional(v.number()),
  /** One token in US dollars. */
  price: v.number(),
  /** `numeric` is the amount in whole tokens, as a decimal string; `decimals` how many of them the token has. */
  quantity: v.object({
    decimals: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
    numeric: v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/)),
  }),
  iconUrl: v.string(),
})
export type Balance = Output<typeof Balance>

export const BalanceReply = v.object({ balances: v.array(Balance) })
export type BalanceReply = Output<typeof BalanceReply>

/** Beside what every call carries [S7.4]. */
export const IdentityQuery = v.object({
  /** The active account's plain address. */
  sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
})
export type IdentityQuery = Output<typeof IdentityQuery>

/** Who an address says it is. */
export const IdentityReply = v.object({
  name: v.nullable(v.string()),
  /** The picture's URL: not trusted before it is checked. */
  avatar: v.nullable(v.string()),
})
export type IdentityReply = Output<typeof IdentityReply>

/** Beside what every call carries. */
export const NftsQuery = v.object({
  /** CAIP-2. */
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  /** The `next` of the page before. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
})
export type NftsQuery = Output<typeof NftsQuery>

/** What a contract of NFTs keeps to: one owner an id, or so many of each id. */
export const nftStandards = ['erc721', 'erc1155'] as const
export type NftStandard = (typeof nftStandards)[number]

/** 2^256 - 1 has 78 digits. */
const nftTokenId = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))

const longestName = 200

/** An NFT that an account holds. Its texts are a stranger's: fit to be shown, and not to be believed. */
export const HeldNft = v.object({
  /** The collection's address. */
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  /** In decimal digits. */
  tokenId: nftTokenId,
  standard: v.picklist(nftStandards),
  /** How many of it are held; 1 for an ERC-721. */
  amount: positiveBaseUnits,
  /** What its metadata calls it; absent until that was read, and where it says nothing. */
  name: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  /** What its contract calls itself. */
  collection: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  /** The picture, at the server. The URL isn't trusted before it is checked. */
  image: v.optional(NftMedium),
  /** Whether it was sent only to be seen. */
  isSpam: v.boolean(),
})
export type HeldNft = Output<typeof HeldNft>

/** A page of what an account holds, received last first. */
export const NftsReply = v.object({
  /** Whether the server has seen all that the account was ever given: else there may be others than those listed. */
  known: v.boolean(),
  nfts: v.pipe(v.array(HeldNft), v.maxLength(limits.nftPage)),
  /** What to ask with for the next page; null at the end. */
  next: v.nullable(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
})
export type NftsReply = Output<typeof NftsReply>

/** Beside what every call carries. */
export const ApprovalsQuery = v.object({
  /** CAIP-2. */
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
})
export type ApprovalsQuery = Output<typeof ApprovalsQuery>

interface Spending {
  /** The address of the token or the collection. */
  readonly contract: string
  /** Who may take what the account holds of it. */
  readonly spender: string
  /** What the server knows the spender by; absent for a stranger. */
  readonly spenderName?: string | undefined
  /** What the contract calls itself: a stranger's text unless the operator listed the token; empty for nothing. */
  readonly name: string
  /** Whether it looks like one that was made in the account's name, to be seen and to lead somewhere. */
  readonly isSpam: boolean
}

/** So much of a token. */
export interface TokenApproval extends Spending {
  readonly kind: 'token'
  /** In the token's smallest unit, as the chain says it now. */
  readonly amount: string
  readonly symbol: string
  readonly decimals: number
  /** Empty for none. */
  readonly iconUrl: string
}

/** One NFT of a collection. */
export interface NftApproval extends Spending {
  readonly kind: 'nft'
  /** In decimal digits. */
  readonly tokenId: string
}

/** All NFTs of a collection, those that come later too. */
export interface CollectionApproval extends Spending {
  readonly kind: 'collection'
}

const spending = {
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  spender: v.pipe(v.string(), v.maxLength(limits.address)),
  spenderName: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  name: v.pipe(v.string(), v.maxLength(longestName)),
  isSpam: v.boolean(),
}

/** What somebody else may take of an account, as the chain said when it was answered. */
export const OpenApproval = v.variant('kind', [
  v.object({
    ...spending,
    kind: v.literal('token'),
    amount: positiveBaseUnits,
    symbol: v.pipe(v.string(), v.maxLength(longestName)),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
    iconUrl: v.string(),
  }),
  v.object({ ...spending, kind: v.literal('nft'), tokenId: nftTokenId }),
  v.object({ ...spending, kind: v.literal('collection') }),
])
export type OpenApproval = Output<typeof OpenApproval>

/** What is open, the account's own doing first. */
export const ApprovalsReply = v.object({
  /** Whether the server has seen all that the account ever approved: else there may be others than those listed. */
  known: v.boolean(),
  approvals: v.pipe(v.array(OpenApproval), v.maxLength(limits.approvals)),
})
export type ApprovalsReply = Output<typeof ApprovalsReply>
