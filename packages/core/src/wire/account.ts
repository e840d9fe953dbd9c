import * as v from 'valibot'
import { positiveBaseUnits } from './baseUnits.js'
import { AccountParams, type Call, type Output } from './call.js'
import { limits } from './limits.js'
import { NftMedium } from './transaction.js'

/** An account's balance of one token [S3.12]. */
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
  /** The operator's list doesn't have it: its name is its own word. */
  unlisted: v.optional(v.boolean()),
})
export type Balance = Output<typeof Balance>

export const BalanceReply = v.object({ balances: v.array(Balance) })
export type BalanceReply = Output<typeof BalanceReply>

/** The balances of an account [S7.13]. */
export const balanceCall = {
  id: 'getBalance',
  method: 'get',
  path: '/v1/account/:address/balance',
  params: AccountParams,
  query: v.object({
    currency: v.literal('usd'),
    /** CAIP-2; all of the account's networks when left out. */
    chainId: v.optional(v.pipe(v.string(), v.maxLength(limits.caip2))),
    /** CAIP-10 token addresses, joined by commas, whose amounts must be fresh. */
    forceUpdate: v.optional(v.pipe(v.string(), v.maxLength(limits.url))),
  }),
  reply: BalanceReply,
} as const satisfies Call

/** The identity of an address. */
export const IdentityReply = v.object({
  name: v.nullable(v.string()),
  /** The picture's URL: not trusted before it is checked. */
  avatar: v.nullable(v.string()),
})
export type IdentityReply = Output<typeof IdentityReply>

/** The name and the picture of an address [S7.4]. */
export const identityCall = {
  id: 'getIdentity',
  method: 'get',
  path: '/v1/identity/:address',
  params: AccountParams,
  query: v.object({
    /** The active account's plain address. */
    sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
  }),
  reply: IdentityReply,
} as const satisfies Call

/** The standards of NFT contracts: one owner an id, or so many of each id. */
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
  /** The number that is held; 1 for an ERC-721. */
  amount: positiveBaseUnits,
  /** The name in its metadata; absent until that was read, and where it has none. */
  name: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  /** The contract's own name. */
  collection: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  /** The picture, at the server. The URL isn't trusted before it is checked. */
  image: v.optional(NftMedium),
  /** Whether it was sent only to be seen. */
  isSpam: v.boolean(),
})
export type HeldNft = Output<typeof HeldNft>

/** A page of what an account holds: what came in its own transactions first, each received last first. */
export const NftsReply = v.object({
  /** Whether the server has seen all that the account was ever given: else there may be others than those listed. */
  known: v.boolean(),
  nfts: v.pipe(v.array(HeldNft), v.maxLength(limits.nftPage)),
  /** The cursor of the next page; null at the end. */
  next: v.nullable(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
})
export type NftsReply = Output<typeof NftsReply>

/** The NFTs of an account, a page. */
export const nftsCall = {
  id: 'listNfts',
  method: 'get',
  path: '/v1/account/:address/nfts',
  params: AccountParams,
  query: v.object({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
    /** The `next` of the page before. */
    cursor: v.optional(v.pipe(v.string(), v.maxLength(limits.nftCursor))),
  }),
  reply: NftsReply,
} as const satisfies Call

const spending = {
  /** The address of the token or the collection. */
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  /** The address that may take what the account holds of it. */
  spender: v.pipe(v.string(), v.maxLength(limits.address)),
  /** The server's name of the spender; absent for a stranger. */
  spenderName: v.optional(v.pipe(v.string(), v.maxLength(longestName))),
  /** The contract's own name: a stranger's text unless the operator listed the token; empty for nothing. */
  name: v.pipe(v.string(), v.maxLength(longestName)),
  /** Whether it looks like one that was made in the account's name, to be seen and to lead somewhere. */
  isSpam: v.boolean(),
}

/** So much of a token. */
const tokenApproval = v.object({
  ...spending,
  kind: v.literal('token'),
  /** In the token's smallest unit, as the chain says it now. */
  amount: positiveBaseUnits,
  symbol: v.pipe(v.string(), v.maxLength(longestName)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  /** Empty for none. */
  iconUrl: v.string(),
})
export type TokenApproval = Output<typeof tokenApproval>

/** One NFT of a collection, in decimal digits. */
const nftApproval = v.object({ ...spending, kind: v.literal('nft'), tokenId: nftTokenId })
export type NftApproval = Output<typeof nftApproval>

/** All NFTs of a collection, those that come later too. */
const collectionApproval = v.object({ ...spending, kind: v.literal('collection') })
export type CollectionApproval = Output<typeof collectionApproval>

/** An allowance of somebody else on an account, as the chain said when it was answered. */
export const OpenApproval = v.variant('kind', [tokenApproval, nftApproval, collectionApproval])
export type OpenApproval = Output<typeof OpenApproval>

/** The open approvals, the account's own doing first. */
export const ApprovalsReply = v.object({
  /** Whether the server has seen all that the account ever approved: else there may be others than those listed. */
  known: v.boolean(),
  approvals: v.pipe(v.array(OpenApproval), v.maxLength(limits.approvals)),
})
export type ApprovalsReply = Output<typeof ApprovalsReply>

/** The open approvals of an account. */
export const approvalsCall = {
  id: 'listApprovals',
  method: 'get',
  path: '/v1/account/:address/approvals',
  params: AccountParams,
  query: v.object({
    /** CAIP-2. */
    chainId: v.pipe(v.string(), v.maxLength(limits.caip2)),
  }),
  reply: ApprovalsReply,
} as const satisfies Call

const accountId = v.pipe(v.string(), v.maxLength(limits.caip2 + 1 + limits.address))

/** A token and what one of it costs. */
export const Fungible = v.object({
  name: v.string(),
  symbol: v.string(),
  iconUrl: v.string(),
  /** One token in US dollars. */
  price: v.number(),
  /** CAIP-10, as it was asked. Symbols aren't unique, so this is what distinguishes two. */
  address: v.string(),
})
export type Fungible = Output<typeof Fungible>

/** A token that nothing prices isn't there. */
export const PriceReply = v.object({ fungibles: v.array(Fungible) })
export type PriceReply = Output<typeof PriceReply>

/** The prices of tokens [S7.8]. */
export const pricesCall = {
  id: 'getFungiblePrice',
  method: 'post',
  path: '/v1/fungible/price',
  projectIn: 'body',
  body: v.object({
    currency: v.literal('usd'),
    /** CAIP-10 token addresses, of one network or of several; a network's own coin has the placeholder address. */
    addresses: v.pipe(v.array(accountId), v.maxLength(limits.pricedTokens)),
    projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  }),
  reply: PriceReply,
} as const satisfies Call
