import type { HistoryReply, Transaction } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import { InvalidInputError } from '@foyer/service/errors/refusals'
import { createSharedRead } from '../cache/sharedReads.js'
import type { Chain, Chains } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import { familyOf } from '../families/families.js'
import { ProviderError } from '../provider/ProviderError.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type EngineCursor, formatCursor, type HistoryCursor, parseCursor } from './cursor.js'
import { type HistoryEngine, type Purchases, pageSize } from './engines/engine.js'
import type { HistoryEntry } from './entry.js'
import { noCursor } from './pageMark.js'
import { type FactsSources, readFacts } from './readFacts.js'
import { readPage } from './readPage.js'
import { type ChainFacts, toTransaction } from './toTransaction.js'

export interface HistoryRequest {
  /** as the client wrote it */
  address: string
  /** CAIP-2; without it, every network that is indexed; where none is, the first that has an engine */
  chainId?: string | undefined
  /** the `next` of the page before */
  cursor?: string | undefined
  /** only what was bought */
  onramp?: string | undefined
  /** whose question it is, as `clientKey` gives it */
  client: string
  signal: AbortSignal
}

export interface History {
  /**
   * A page of what an account did and had done to it, newest first, with what it bought on the first. Of a network that is neither
   * indexed nor has an engine there is none.
   * @throws {@link InvalidInputError} · UnknownChainError · {@link ChainUnavailableError} when what is missing can't be had
   * @see S7.5
   */
  of(request: HistoryRequest): Promise<HistoryReply>
}

export interface HistoryParameters extends FactsSources {
  orm: Orm
  clock: Clock
  chains: Chains
  purchases: Purchases
  /** by network */
  engines: ReadonlyMap<string, HistoryEngine>
}

export function createHistory(parameters: HistoryParameters): History {
  const { chains, purchases, engines, orm, counterparties, tokens, prices, nfts, log, clock } = parameters
  const sources = { counterparties, tokens, prices, nfts, log }
  const read = async (asked: Asked, signal: AbortSignal): Promise<MinedPage> => {
    const { entries, next, covered } = await readEntries({ ...asked, signal })
    return { mined: await toTransactions({ ...sources, ...asked, entries, chains: covered, signal }), next, covered }
  }
  const shared = createSharedRead({ ...atOnce, keyOf: keyOfAsked, read, clock })
  return {
    async of({ address, chainId, cursor, onramp, client, signal }) {
      const named = chainId === undefined ? chains.all : [chains.get(chainId)]
      const fitting = named.filter(({ id }) => familyOf(id).addresses.is(address))
      const [first = fitting[0]] = fitting.filter((chain) => isIndexed(chain) || engines.has(chain.id))
      if (first === undefined) throw noAddress()
      const { complete, key } = familyOf(first.id).addresses
      const place = cursor === undefined ? null : parseCursor(cursor)
      const bought =
        place === null ? await purchases.of({ address: complete(address), chainId, provider: onramp, signal }) : []
      if (onramp !== undefined) return { data: bought, next: null }
      const asked = { orm, engines, fitting, account: key(complete(address)), place, client }
      const ofIndex = fitting.some(isIndexed) ? await shared(asked, signal) : null
      const { mined, next, covered } = ofIndex ?? (await read(asked, signal))
      const beside = bought.filter((purchase) => !isMined({ purchase, covered }))
      return { data: place === null ? newestFirst([...beside, ...mined]) : mined, next: next && formatCursor(next) }
    },
  }
}

/** Several who ask for the same page of the index at once wait for one reading, which isn't kept. */
const atOnce = { lifetimeMs: 0, timeoutMs: 30_000 } as const

const keyOfAsked = ({ fitting, account, place }: Asked) =>
  JSON.stringify([fitting.flatMap((chain) => (isIndexed(chain) ? [chain.id] : [])), account, place])

/** What is on the chain of a page. */
interface MinedPage extends Pick<FoundEntries, 'next' | 'covered'> {
  readonly mined: readonly Transaction[]
}

const isIndexed = ({ id, index }: Chain) => index !== undefined && familyOf(id).rooms.has('index')

const noAddress = () => new InvalidInputError({ name: 'address', description: "Isn't an address of this network." })

/** A purchase that was delivered is in the history of its network, by the payment itself. */
function isMined({ purchase, covered }: { purchase: Transaction; covered: readonly Chain[] }): boolean {
  const { status, chain } = purchase.metadata
  return status === 'ONRAMP_TRANSACTION_STATUS_SUCCESS' && covered.some(({ id }) => id === chain)
}

const newestFirst = (transactions: readonly Transaction[]) =>
  transactions.toSorted((a, b) => Date.parse(b.metadata.minedAt) - Date.parse(a.metadata.minedAt))

interface Asked {
  orm: Orm
  engines: ReadonlyMap<string, HistoryEngine>
  /** the networks that are asked about and have such addresses */
  fitting: readonly Chain[]
  account: string
  place: HistoryCursor | EngineCursor | null
  client: string
}

interface ReadEntries extends Asked {
  signal: AbortSignal
}

interface FoundEntries {
  readonly entries: readonly HistoryEntry[]
  readonly next: HistoryCursor | EngineCursor | null
  /** whose history this is */
  readonly covered: readonly Chain[]
}

/** Out of the index for all networks that have one at once; out of an engine for one network at a time, as each page costs a share of its key. */
async function readEntries(request: ReadEntries): Promise<FoundEntries> {
  const { orm, engines, fitting, account, place, client, signal } = request
  const indexed = fitting.filter(isIndexed)
  const chain = indexed.length > 0 ? undefined : fitting.find(({ id }) => engines.has(id))
  const engine = chain && engines.get(chain.id)
  if (chain === undefined || engine === undefined) {
    if (place !== null && 'mark' in place) throw noCursor()
    const chainIds = indexed.map(({ id }) => id)
    const page = await readPage({ orm, address: account, chainIds, cursor: place, most: pageSize })
    return { ...page, covered: indexed }
  }
  const mark = place === null ? null : markOf({ place, chain, engine })
  try {
    const { entries, next } = await engine.page({ account, mark, client, signal })
    return { entries, next: next === null ? null : { chainId: chain.id, mark: next }, covered: [chain] }
  } catch (cause) {
    if (!(cause instanceof ProviderError || cause instanceof UpstreamError)) throw cause
    throw new ChainUnavailableError({ chainId: chain.id, cause })
  }
}

function markOf(request: { place: HistoryCursor | EngineCursor; chain: Chain; engine: HistoryEngine }): string {
  const { place, chain, engine } = request
  if (!('mark' in place) || place.chainId !== chain.id || !engine.mark.test(place.mark)) throw noCursor()
  return place.mark
}

interface ToTransactions extends FactsSources {
  entries: readonly HistoryEntry[]
  account: string
  chains: readonly Chain[]
  signal: AbortSignal
}

async function toTransactions(request: ToTransactions): Promise<readonly Transaction[]> {
  const { entries, account, chains, signal, ...sources } = request
  const involved = chains.filter(({ id }) => entries.some(({ transaction }) => transaction.chainId === id))
  const facts = await Promise.all(
    involved.map((chain) => {
      const own = entries.filter(({ transaction }) => transaction.chainId === chain.id)
      return readFacts({ ...sources, chain, address: account, entries: own, signal })
    }),
  )
  const byChain = new Map<string, ChainFacts>(facts.map((each) => [each.chain.id, each]))
  return entries.flatMap((entry) => {
    const known = byChain.get(entry.transaction.chainId)
    return known === undefined ? [] : [toTransaction({ account, entry, facts: known })]
  })
}
