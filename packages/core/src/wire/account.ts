import * as v from 'valibot'
import { positiveBaseUnits } from './baseUnits.js'
import { limits } from './limits.js'
import type { Output } from './output.js'
import { NftMedium } from './transaction.js'

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

/** Beside what every call carries. */
export interface NftsQuery {
  /** CAIP-2. */
  readonly chainId: string
  /** The `next` of the page before. */
  readonly cursor?: string | undefined
}

export const NftsQuery: v.GenericSchema<unknown, NftsQuery> = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
})

/** What a contract of NFTs keeps to: one owner an id, or so many of each id. */
export const nftStandards = ['erc721', 'erc1155'] as const
export type NftStandard = (typeof nftStandards)[number]

/** 2^256 - 1 has 78 digits. */
const nftTokenId: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))

/** An NFT that an account holds. Its texts are a stranger's: fit to be shown, and not to be believed. */
export interface HeldNft {
  /** The collection's address. */
  readonly contract: string
  /** In decimal digits. */
  readonly tokenId: string
  readonly standard: NftStandard
  /** How many of it are held; 1 for an ERC-721. */
  readonly amount: string
  /** What its metadata calls it; absent until that was read, and where it says nothing. */
  readonly name?: string | undefined
  /** What its contract calls itself. */
  readonly collection?: string | undefined
  /** The picture, at the server. The URL isn't trusted before it is checked. */
  readonly image?: NftMedium | undefined
  /** Whether it was sent only to be seen. */
  readonly isSpam: boolean
}

const longestName = 200

export const HeldNft: v.GenericSchema<unknown, HeldNft> = v.object({
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  tokenId: nftTokenId,
  standard: v.picklist(nftStandards),
  amount: positiveBaseUnits,
  name: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  collection: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  image: v.optional(NftMedium),
  isSpam: v.boolean(),
})

/** A page of what an account holds, received last first. */
export interface NftsReply {
  /** Whether the server has seen all that the account was ever given: else there may be others than those listed. */
  readonly known: boolean
  readonly nfts: readonly HeldNft[]
  /** What to ask with for the next page; null at the end. */
  readonly next: string | null
}

export const NftsReply: v.GenericSchema<unknown, NftsReply> = v.object({
  known: v.boolean(),
  nfts: v.pipe(v.array(HeldNft), v.maxLength(limits.nftPage)),
  next: v.nullable(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
})

/** Beside what every call carries. */
export interface ApprovalsQuery {
  /** CAIP-2. */
  readonly chainId: string
}

export const ApprovalsQuery: v.GenericSchema<unknown, ApprovalsQuery> = v.object({
  chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
})

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

/** What somebody else may take of an account, as the chain said when it was answered. */
export type OpenApproval = TokenApproval | NftApproval | CollectionApproval

const spending = {
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  spender: v.pipe(v.string(), v.maxLength(limits.address)),
  spenderName: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  name: v.pipe(v.string(), v.maxLength(longestName)),
  isSpam: v.boolean(),
}

export const OpenApproval: v.GenericSchema<unknown, OpenApproval> = v.variant('kind', [
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

/** What is open, the account's own doing first. */
export interface ApprovalsReply {
  /** Whether the server has seen all that the account ever approved: else there may be others than those listed. */
  readonly known: boolean
  readonly approvals: readonly OpenApproval[]
}

export const ApprovalsReply: v.GenericSchema<unknown, ApprovalsReply> = v.object({
  known: v.boolean(),
  approvals: v.pipe(v.array(OpenApproval), v.maxLength(limits.approvals)),
})
