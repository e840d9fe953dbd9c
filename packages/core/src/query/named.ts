import { balance, type CoinBalance, tokens } from '../account/balances.js'
import type { Nft } from '../account/nft.js'
import { type AccountHistory, activity } from '../activity/activity.js'
import { approvals as askForApprovals, identity as askForIdentity, nfts as askForNfts } from '../api/account.js'
import type { GivenApproval } from '../approvals/openApproval.js'
import type { TokenBalance } from '../connector/family.js'
import type { ApprovalsReply, IdentityReply, NftsReply } from '../wire/account.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from './definition.js'

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

/** An account's name and picture, as the operator's server knows them. */
export interface Identity {
  /** Undefined where there is none. */
  readonly name: string | undefined
  /** Where the picture is. */
  readonly avatar: string | undefined
}

/** How long an identity counts as fresh [S9.9]. */
const identityFreshMs = 5 * 60_000

/** An account's name and picture; none where the host named no server. */
export const identity: Definition<OfAccount, Identity, AccountSubject, Identity> = {
  subject: accountSubject,
  key: ({ network, address }) => ['identity', network.caipNetworkId, address],
  freshMs: identityFreshMs,
  async read({ context: { api, options }, subject: { address, network }, signal }) {
    const server = await api?.()
    const reply = server && (await askForIdentity(server, { address, networkId: network.caipNetworkId, signal }))
    return { name: reply?.name || undefined, avatar: pictureOf(reply, options.api) }
  },
  data: ([known]) => known,
}

/** A name's owner chooses the picture: only what an `img` may show, and plain http only from the operator's own server. */
function pictureOf(reply: IdentityReply | undefined, server: string | undefined): string | undefined {
  const address = reply?.avatar
  if (!address) return undefined
  const isOwn = server !== undefined && address.startsWith(`${server}/`)
  return isOwn || /^(https:\/\/|data:image\/)/.test(address) ? address : undefined
}

/** What is known of an account's NFTs. */
export interface AccountNfts {
  /** Received last first, spam among them. */
  readonly nfts: readonly Nft[]
  /** Whether the server has seen all that the account was ever given: else there may be others. */
  readonly known: boolean
}

/** The server reads an NFT's metadata after it was first asked about it. */
const namesEveryMs = 5_000
/** How often is looked again for names that aren't there: some NFTs have none. */
const mostLooks = 6
/** The index is a block or more behind what was just received. */
const nftsEveryMs = 30_000

/** The NFTs of an account, by pages. The operator's server checks each against the chain. */
export const nfts: Definition<OfAccount, AccountNfts, AccountSubject, NftsReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['nfts', network.caipNetworkId, address],
  freshMs: 30_000,
  pollMs({ answers, count }) {
    if (answers.some(isUnread) && count < mostLooks) return namesEveryMs
    // Of several pages each would be asked for again.
    return answers.length === 1 && nftsEveryMs
  },
  async read({ context: { api }, subject: { address, network }, cursor, signal }) {
    const server = await api?.()
    if (!server) return { known: false, nfts: [], next: null }
    return askForNfts(server, { address, networkId: network.caipNetworkId, cursor, signal })
  },
  nextPage: ({ next }) => next ?? undefined,
  data(pages, { subject: { network } }) {
    // One that came again while its page was turned stands where it is now.
    const held = new Map(
      pages.flatMap((page) => page.nfts).map((nft) => [`${nft.contract}/${nft.tokenId}`, nft] as const),
    )
    const { caipNetworkId: networkId } = network
    return {
      nfts: [...held.values()].map((nft) => ({ ...nft, networkId })),
      known: pages.length > 0 && pages.every(({ known }) => known),
    }
  },
}

const isUnread = (page: NftsReply): boolean => page.nfts.some(({ name, image }) => name === undefined && !image)

/** What is known of an account's open approvals. */
export interface AccountApprovals {
  /** Open on the chain when they were read, spam among them. */
  readonly approvals: readonly GivenApproval[]
  /** Whether the server has seen all that the account ever approved: else there may be others. */
  readonly known: boolean
}

/** What others may take of an account. The operator's server checks each approval against the chain. */
export const approvals: Definition<OfAccount, AccountApprovals, AccountSubject, ApprovalsReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['approvals', network.caipNetworkId, address],
  freshMs: 5_000, // what may be taken is never shown as it was
  pollMs: () => 10_000, // nor as the index knew it, a block behind, when it was opened
  async read({ context: { api }, subject: { address, network }, signal }) {
    const server = await api?.()
    if (!server) return { known: false, approvals: [] }
    return askForApprovals(server, { address, networkId: network.caipNetworkId, signal })
  },
  data([reply], { subject: { address: account, network } }) {
    const { caipNetworkId: networkId } = network
    return reply && { ...reply, approvals: reply.approvals.map((approval) => ({ approval, networkId, account })) }
  },
}

export const named: { readonly [Name in keyof Fetchable]: Definition<OfAccount, Fetchable[Name]> } = {
  balance,
  tokens,
  identity,
  activity,
  nfts,
  approvals,
}
