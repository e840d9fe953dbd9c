import * as v from 'valibot'
import { positiveBaseUnits } from './baseUnits.js'
import { limits } from './limits.js'
import { NftMedium } from './transaction.js'

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
export const nftTokenId: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,77})$/))

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

const longestName = 100

export const HeldNft: v.GenericSchema<unknown, HeldNft> = v.object({
  contract: v.pipe(v.string(), v.maxLength(limits.address)),
  tokenId: nftTokenId,
  standard: v.picklist(nftStandards),
  amount: positiveBaseUnits,
  name: v.optional(v.pipe(v.string(), v.maxLength(2 * longestName))),
  collection: v.optional(v.pipe(v.string(), v.maxLength(2 * longestName))),
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
