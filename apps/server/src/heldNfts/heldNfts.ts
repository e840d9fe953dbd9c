import type { HeldNft, NftsReply } from '@foyer/core/wire'
import type { Orm } from '@foyer/service/db/database'
import { getAddress } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { ReadCounterparties } from '../history/counterparties.js'
import { indexAccount } from '../history/indexAccount.js'
import { noCursor } from '../history/pageMark.js'
import { isSpam } from '../history/toTransaction.js'
import { isWholeHistory } from '../history/wholeHistory.js'
import { type NftId, type NftInfo, nftKey } from '../nfts/nft.js'
import type { NftProvider } from '../nfts/nftProvider.js'
import type { Nfts } from '../nfts/nfts.js'
import { type Held, readHeld } from '../nfts/readHeld.js'
import { ProviderError } from '../provider/ProviderError.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { isLure } from '../tokens/isSpamToken.js'
import { formatHeldNftCursor, type HeldNftPlace, parseHeldNftCursor } from './heldNftCursor.js'
import { lastReceipts, type NftReceipt, nftsInIndex } from './nftsInIndex.js'

export interface HeldNfts {
  /**
   * A page of the NFTs that an account holds: candidates out of the index, what came in its own transactions first, or from a provider's list, each checked
   * against the chain. Of a network that has neither none is known, and the answer says so.
   * @throws InvalidInputError · UnknownChainError · {@link ChainUnavailableError}
   */
  of(request: {
    /** as the client wrote it */
    address: string
    /** CAIP-2 */
    chainId: string
    /** the `next` of the page before */
    cursor?: string | undefined
    /** whose question it is, as `clientKey` gives it */
    client: string
    signal: AbortSignal
  }): Promise<NftsReply>
}

export interface HeldNftsParameters {
  orm: Orm
  chains: Chains
  nfts: Pick<Nfts, 'of'>
  counterparties: ReadCounterparties
  /** of networks that aren't indexed; without it none is known of them */
  provider?: NftProvider | undefined
}

const pageSize = 24
/** Candidates that the chain is asked about at once. */
const atOnce = 48
/** Anyone can write events of transfers that never were: after so many rounds the page is what was found, and `next` goes on. */
const mostRounds = 4
/** Receipts that the index is asked for: several may be of one. */
const mostLooked = 400

export function createHeldNfts({ orm, chains, nfts, counterparties, provider }: HeldNftsParameters): HeldNfts {
  return {
    async of({ address, chainId, cursor, client, signal }) {
      const chain = chains.get(chainId)
      const account = indexAccount({ chain, address })
      const after = cursor === undefined ? null : parseHeldNftCursor(cursor)
      const isOfIndex = chain.index !== undefined
      if (after !== null && isOfIndex === 'mark' in after) throw noCursor()
      if (account === null || !(isOfIndex || provider?.has(chain))) return { known: false, nfts: [], next: null }
      try {
        if (!isOfIndex && provider !== undefined) {
          const mark = after !== null && 'mark' in after ? after.mark : null
          return await pageOfProvider({ provider, orm, chain, account, mark, nfts, counterparties, client, signal })
        }
        const place = after !== null && !('mark' in after) ? after : null
        const known = await isWholeHistory({ orm, chain, signal })
        const { held, next } = await readPage({ orm, chain, account, after: place, signal })
        const page = await describe({ orm, chain, account, held, nfts, counterparties, signal })
        return { known, nfts: page, next: next === null ? null : formatHeldNftCursor(next) }
      } catch (cause) {
        if (cause instanceof UpstreamError || cause instanceof ProviderError)
          throw new ChainUnavailableError({ chainId: chain.id, cause })
        throw cause
      }
    },
  }
}

interface OfAccount {
  orm: Orm
  chain: Chain
  /** in lower case */
  account: string
}

interface Page {
  readonly held: readonly Held<HeldNftPlace>[]
  readonly next: HeldNftPlace | null
}

async function readPage({
  orm,
  chain,
  account,
  after,
  signal,
}: OfAccount & { after: HeldNftPlace | null; signal: AbortSignal }): Promise<Page> {
  const held: Held<HeldNftPlace>[] = []
  const { nfts, last } = await nftsInIndex({ orm, chainId: chain.id, address: account, after, most: mostLooked })
  for (let round = 0; round < mostRounds; round += 1) {
    const ids = nfts.slice(round * atOnce, (round + 1) * atOnce)
    if (ids.length === 0) return { held, next: last }
    for (const each of await readHeld({ chain, account: getAddress(account), ids, signal })) {
      if (each.amount > 0n) held.push(each)
      if (held.length === pageSize) return { held, next: each.id }
    }
  }
  return { held, next: nfts[atOnce * mostRounds - 1] ?? last }
}

interface PageOfProvider extends OfAccount, Described {
  provider: NftProvider
  mark: string | null
  client: string
}

/** Reads a provider's page. An NFT that it doesn't name isn't known; one that the account hasn't got isn't listed. */
async function pageOfProvider(request: PageOfProvider): Promise<NftsReply> {
  const { provider, mark, client, signal, nfts, counterparties, ...account } = request
  const { chain, account: owner } = account
  const { ids, next } = await provider.page({ chain, account: owner, mark, most: pageSize, client, signal })
  const found = await readHeld({ chain, account: getAddress(owner), ids, signal })
  const held = found.filter(({ amount }) => amount > 0n)
  const spam = new Set(ids.filter(({ isSpam }) => isSpam).map(nftKey))
  const described = await describe({ ...account, held, nfts, counterparties, signal })
  const page = described.map((nft, index) => {
    const id = held[index]?.id
    return { ...nft, isSpam: nft.isSpam || (id !== undefined && spam.has(nftKey(id))) }
  })
  return { known: true, nfts: page, next: next === null ? null : formatHeldNftCursor({ mark: next }) }
}

interface Described extends Pick<HeldNftsParameters, 'nfts' | 'counterparties'> {
  signal: AbortSignal
}

async function describe(
  request: OfAccount & Described & { held: readonly Held<NftId>[] },
): Promise<readonly HeldNft[]> {
  const { orm, chain, account, held, nfts, signal } = request
  const ids = held.map(({ id }) => id)
  const [infos, receipts, counterparties] = await Promise.all([
    nfts.of({ chain, account, ids }),
    lastReceipts({ orm, chainId: chain.id, address: account, ids }),
    request.counterparties({ chainId: chain.id, address: account }, signal),
  ])
  const byKey = new Map(receipts.map((receipt) => [keyOf(receipt), receipt]))
  return held.map(({ id, amount, collection }) => {
    const info = infos.get(nftKey(id))
    const receipt = byKey.get(keyOf({ ...id, kind: id.standard }))
    return {
      contract: getAddress(id.contract),
      tokenId: String(id.tokenId),
      standard: id.standard,
      amount: String(amount),
      ...(info?.name !== undefined && { name: info.name }),
      ...(collection !== '' && { collection }),
      ...(info?.content?.preview && { image: info.content.preview }),
      isSpam: looksLikeSpam({ account, info, collection, receipt, counterparties }),
    }
  })
}

const keyOf = ({ contract, tokenId, kind }: Pick<NftReceipt, 'contract' | 'tokenId' | 'kind'>) =>
  `${kind} ${nftKey({ contract, tokenId })}`

/** By the rules of a history, for the last time that it came, with the names of the NFT and of its collection. */
function looksLikeSpam({
  account,
  info,
  collection,
  receipt,
  counterparties,
}: {
  account: string
  info: NftInfo | undefined
  collection: string
  receipt: NftReceipt | undefined
  counterparties: ReadonlySet<string>
}): boolean {
  if (receipt === undefined) return info?.flags.is_spam === true || isLure(collection)
  const { transaction, from, kind, amount } = receipt
  const event = { kind, from, to: account, amount }
  const suspect = { account, transaction, event, token: null, isPriced: false, listed: [], counterparties }
  return [info?.name ?? '', collection].some((nftName) => isSpam({ ...suspect, nftName }))
}
