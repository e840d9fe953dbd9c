import { balance, type CoinBalance, tokens } from '../account/balances.js'
import { type Identity, identity } from '../account/identity.js'
import { type AccountHistory, activity } from '../activity/activity.js'
import { type AccountApprovals, approvals } from '../approvals/openApprovals.js'
import type { TokenBalance } from '../connector/family.js'
import { type AccountNfts, nfts } from '../nfts/nfts.js'
import type { Definition, OfAccount } from './definition.js'

/** What is fetched of an account, by name. */
export interface Fetchable {
  /** What it holds of its network's own coin, from the chain. */
  readonly balance: CoinBalance
  /** All that it holds, the network's own coin too: every 10 s. */
  readonly tokens: readonly TokenBalance[]
  /** Its name and picture, where the host named a server to ask. */
  readonly identity: Identity
  /** What it has done, by pages, joined with what was sent through the kit. */
  readonly activity: AccountHistory
  /** The NFTs that it holds, by pages. */
  readonly nfts: AccountNfts
  /** What others may take of it. */
  readonly approvals: AccountApprovals
}

export const named: { readonly [Name in keyof Fetchable]: Definition<OfAccount, Fetchable[Name]> } = {
  balance,
  tokens,
  identity,
  activity,
  nfts,
  approvals,
}
