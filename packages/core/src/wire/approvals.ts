import * as v from 'valibot'
import { positiveBaseUnits } from './baseUnits.js'
import { limits } from './limits.js'
import { nftTokenId } from './nfts.js'

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

const longestName = 200
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
