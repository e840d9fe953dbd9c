import { nfts as askForNfts } from '../api/account.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import type { NftsReply } from '../wire/account.js'
import type { AccountNfts } from './feature.js'

/** The server reads an NFT's metadata after it was first asked about it. */
const namesEveryMs = 5_000
/** The most retries for names that aren't there: some NFTs have none. */
const mostLooks = 6
/** The index is a block or more behind what was just received. */
const nftsEveryMs = 30_000

/** The NFTs of an account, by pages. The operator's server checks each against the chain. */
export const nfts: Definition<OfAccount, AccountNfts, AccountSubject, NftsReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['nfts', network.caipNetworkId, address],
  freshMs: 30_000,
  staleBy: 'transaction',
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
