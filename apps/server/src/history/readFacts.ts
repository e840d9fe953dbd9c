import type { Log } from '@foyer/service/log/createLog'
import type { Chain } from '../chains/chains.js'
import { isTransfer } from '../indexer/chainEvent.js'
import type { NftId } from '../nfts/nft.js'
import type { Nfts } from '../nfts/nfts.js'
import type { Prices } from '../prices/prices.js'
import type { Token } from '../tokens/token.js'
import type { Tokens } from '../tokens/tokens.js'
import type { ReadCounterparties } from './counterparties.js'
import type { HistoryEntry, HistoryEvent } from './entry.js'
import { type ChainFacts, tokenKeyOf } from './toTransaction.js'

export interface FactsSources {
  counterparties: ReadCounterparties
  tokens: Tokens
  prices: Prices
  nfts: Nfts
  log: Log
}

export interface ReadFacts extends FactsSources {
  chain: Chain
  /** in lower case */
  address: string
  entries: readonly HistoryEntry[]
  signal: AbortSignal
}

/**
 * Finds out what the entries of one chain are about. What is unavailable, because a node or a price service is away, is left
 * out: a transaction is listed even without its value.
 */
export async function readFacts(request: ReadFacts): Promise<ChainFacts> {
  const { counterparties: counterpartiesOf, chain, address, entries, tokens: known, nfts, log, signal } = request
  const events = entries.flatMap((entry) => entry.events.filter((event) => concerns({ event, address })))
  const addresses = [...new Set(events.filter(isFungible).map(({ contract }) => tokenKeyOf({ contract, chain })))]
  const orNothing = <Value>(what: string, read: Promise<ReadonlyMap<string, Value>>) =>
    read.catch((error: unknown): ReadonlyMap<string, Value> => {
      signal.throwIfAborted()
      log.warn({ chainId: chain.id, what, error }, 'a history is answered without some facts')
      return new Map()
    })
  const [tokens, nftFacts, counterparties] = await Promise.all([
    orNothing('tokens', known.of({ chain, addresses, signal })),
    orNothing('nfts', nfts.of({ chain, account: address, ids: nftsOf(events) })),
    chain.index === undefined
      ? counterpartiesIn({ entries, address })
      : counterpartiesOf({ chainId: chain.id, address }, signal),
  ])
  const prices = await orNothing('prices', readPrices({ ...request, found: tokens }))
  return { chain, tokens, prices, nfts: nftFacts, listed: known.listed(chain), counterparties }
}

/** Of a network that isn't indexed as many as the page itself shows. */
function counterpartiesIn({ entries, address }: Pick<ReadFacts, 'entries' | 'address'>): ReadonlySet<string> {
  const own = entries.filter(({ transaction }) => transaction.from === address).flatMap(({ events }) => events)
  const paid = own.filter((event) => isTransfer(event) && event.from === address && event.to !== address)
  return new Set(paid.flatMap(({ to, amount }) => (amount > 0n ? [to] : [])))
}

const isFungible = ({ kind }: HistoryEvent) => kind === 'native' || kind === 'erc20'

const concerns = ({ event, address }: { event: HistoryEvent; address: string }) =>
  isTransfer(event) && (event.from === address || event.to === address)

function readPrices({ chain, prices, found, signal }: ReadFacts & { found: ReadonlyMap<string, Token> }) {
  const tokens = [...found].map(([address, { decimals }]) => ({ address, decimals }))
  return prices.of({ chain, tokens, signal })
}

function nftsOf(events: readonly HistoryEvent[]): readonly NftId[] {
  return events.flatMap(({ kind, contract, tokenId }) => {
    if ((kind !== 'erc721' && kind !== 'erc1155') || contract === null || tokenId === null) return []
    return [{ contract, tokenId, standard: kind }]
  })
}
