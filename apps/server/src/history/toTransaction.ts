import { formatAmount } from '@foyer/core/chain'
import type { Transaction, Transfer } from '@foyer/core/wire'
import type { Chain } from '../chains/chains.js'
import { isTransfer } from '../indexer/chainEvent.js'
import { type NftInfo, nftKey } from '../nfts/nft.js'
import { priceDecimals } from '../prices/priceSource.js'
import { nativeAddress, type Token } from '../tokens/token.js'
import type { HistoryEntry, HistoryEvent } from './entry.js'
import { isSpam } from './isSpam.js'
import { operationTypeOf } from './operationType.js'

/** What is known of a chain's tokens, for the entries of a page. */
export interface ChainFacts {
  readonly chain: Chain
  /** by address in lower case; the network's own coin by its placeholder */
  readonly tokens: ReadonlyMap<string, Token>
  /** US dollars for a whole token, times 10^18, by the same */
  readonly prices: ReadonlyMap<string, bigint>
  readonly nfts: ReadonlyMap<string, NftInfo>
  readonly listed: readonly Token[]
  readonly counterparties: ReadonlySet<string>
}

export interface ToTransaction {
  /** in lower case */
  account: string
  entry: HistoryEntry
  facts: ChainFacts
}

/** Writes an entry as the wire has it, seen from the account. @see S3.14 */
export function toTransaction({ account, entry, facts }: ToTransaction): Transaction {
  const { transaction, events } = entry
  const own = events.filter((event) => isTransfer(event) && (event.from === account || event.to === account))
  return {
    id: `${transaction.chainId}:${transaction.hash}`,
    metadata: {
      operationType: operationTypeOf({ account, transaction, events }),
      hash: transaction.hash,
      chain: transaction.chainId,
      minedAt: new Date(transaction.minedAt * 1000).toISOString(),
      sentFrom: transaction.from,
      sentTo: transaction.to ?? '',
      status: transaction.isPending === true ? 'pending' : transaction.succeeded ? 'confirmed' : 'failed',
      nonce: transaction.nonce,
    },
    transfers: own.map((event) => toTransfer({ account, entry, event, facts })),
  }
}

/** A token's key: its address, or the placeholder of the native coin. */
export const tokenKeyOf = ({ contract, chain }: { contract: string | null; chain: Chain }): string =>
  contract ?? nativeAddress(chain) ?? ''

function toTransfer({ account, entry, event, facts }: ToTransaction & { event: HistoryEvent }): Transfer {
  const isNft = event.kind === 'erc721' || event.kind === 'erc1155'
  const key = tokenKeyOf({ contract: event.contract, chain: facts.chain })
  const token = isNft ? null : (facts.tokens.get(key) ?? null)
  const nft = isNft ? nftOf({ event, facts }) : undefined
  const price = facts.prices.get(key)
  const spam = isSpam({
    account,
    transaction: entry.transaction,
    event,
    token,
    nftName: nft?.name ?? '',
    isPriced: price !== undefined,
    listed: facts.listed,
    counterparties: facts.counterparties,
  })
  const direction = event.from !== account ? 'in' : event.to === account ? 'self' : 'out'
  if (isNft) {
    return { nft_info: { ...nft, flags: { is_spam: spam } }, direction, quantity: { numeric: event.amount.toString() } }
  }
  return {
    fungible_info: token === null ? {} : fungibleInfo(token),
    // The wire has the flag of spam on NFTs only; clients that hide spam look for it there.
    ...(spam && { nft_info: { flags: { is_spam: true } } }),
    direction,
    quantity: { numeric: formatAmount({ value: event.amount, decimals: token?.decimals ?? event.decimals ?? 0 }) },
    ...(token !== null && !spam && worth({ amount: event.amount, decimals: token.decimals, price })),
  }
}

function nftOf({ event, facts }: { event: HistoryEvent; facts: ChainFacts }): NftInfo | undefined {
  const { contract, tokenId } = event
  return contract === null || tokenId === null ? undefined : facts.nfts.get(nftKey({ contract, tokenId }))
}

const fungibleInfo = ({ name, symbol, iconUrl }: Token): Transfer['fungible_info'] => {
  return { name, symbol, ...(iconUrl !== '' && { icon: { url: iconUrl } }) }
}

/** At today's price, for showing: the wire has numbers here. A price that isn't known is left out. */
function worth({ amount, decimals, price }: { amount: bigint; decimals: number; price: bigint | undefined }) {
  if (price === undefined) return {}
  const value = (amount * price) / 10n ** BigInt(decimals)
  const toNumber = (exact: bigint) => Number(formatAmount({ value: exact, decimals: priceDecimals }))
  return { price: toNumber(price), value: toNumber(value) }
}
