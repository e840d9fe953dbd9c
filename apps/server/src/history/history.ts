import { isAddress, parseNetworkId } from '@foyer/core/chain'
import type { HistoryReply, Transaction } from '@foyer/core/wire'
import type { Chain, Chains } from '../chains/chains.js'
import { InvalidInputError } from '../errors/refusals.js'
import { formatCursor, type HistoryCursor, parseCursor } from './cursor.js'
import { prefixed } from './evmAccount.js'
import type { OlderHistory } from './olderHistory.js'
import type { Purchases } from './purchases.js'
import { type FactsSources, readFacts } from './readFacts.js'
import { type HistoryPage, readPage } from './readPage.js'
import { type ChainFacts, toTransaction } from './toTransaction.js'

export interface HistoryRequest {
  /** as the client wrote it */
  address: string
  /** CAIP-2; without it, every network */
  chainId?: string | undefined
  /** the `next` of the page before */
  cursor?: string | undefined
  /** only what was bought */
  onramp?: string | undefined
  signal: AbortSignal
}

export interface History {
  /**
   * A page of what an account did and had done to it, newest first, with what it bought on the first. Of a network that isn't
   * followed there is none.
   * @throws {@link InvalidInputError} · UnknownChainError · ChainUnavailableError when what is missing can't be had
   * @see S7.5
   */
  of(request: HistoryRequest): Promise<HistoryReply>
}

export interface HistoryParameters extends FactsSources {
  chains: Chains
  purchases: Purchases
  older: OlderHistory
}

/** How many transactions a page has. */
const pageSize = 50

export function createHistory({ chains, purchases, older, ...sources }: HistoryParameters): History {
  const { orm } = sources
  return {
    async of({ address, chainId, cursor, onramp, signal }) {
      const chain = chainId === undefined ? undefined : chains.get(chainId)
      refuseAddress({ address, chains: chain === undefined ? chains.all : [chain] })
      const place = cursor === undefined ? null : parseCursor(cursor)
      const bought =
        place === null ? await purchases.of({ address: prefixed(address), chainId, provider: onramp, signal }) : []
      if (onramp !== undefined) return { data: bought, next: null }
      const followed = (chain === undefined ? chains.all : [chain]).filter(isFollowed)
      const account = prefixed(address).toLowerCase()
      const read = () => readPage({ orm, address: account, chainIds: idsOf(followed), cursor: place, most: pageSize })
      const page = await older.complete({ chains: followed, address: account, read, signal })
      const mined = await minedTransactions({ ...sources, page, account, chains: followed, signal })
      const beside = bought.filter((purchase) => !isMined({ purchase, followed }))
      return { data: place === null ? newestFirst([...beside, ...mined]) : mined, next: written(page.next) }
    },
  }
}

const familyOf = ({ id }: Chain) => parseNetworkId(id).family
const idsOf = (chains: readonly Chain[]) => chains.map(({ id }) => id)
const isFollowed = (chain: Chain) => chain.index !== undefined && familyOf(chain) === 'eip155'
const written = (next: HistoryCursor | null) => (next === null ? null : formatCursor(next))

/** A purchase that was delivered is in the history of its network, by the payment itself. */
function isMined({ purchase, followed }: { purchase: Transaction; followed: readonly Chain[] }): boolean {
  const { status, chain } = purchase.metadata
  return status === 'ONRAMP_TRANSACTION_STATUS_SUCCESS' && followed.some(({ id }) => id === chain)
}

/** @throws {@link InvalidInputError} unless it is an address of one of the networks */
function refuseAddress({ address, chains }: { address: string; chains: readonly Chain[] }): void {
  if (!chains.some((chain) => isAddress({ family: familyOf(chain), address }))) {
    throw new InvalidInputError({ reasons: [{ name: 'address', description: "Isn't an address of this network." }] })
  }
}

const newestFirst = (transactions: readonly Transaction[]) =>
  transactions.toSorted((a, b) => Date.parse(b.metadata.minedAt) - Date.parse(a.metadata.minedAt))

interface MinedRequest extends FactsSources {
  page: HistoryPage
  account: string
  chains: readonly Chain[]
  signal: AbortSignal
}

async function minedTransactions({
  page,
  account,
  chains,
  signal,
  ...sources
}: MinedRequest): Promise<readonly Transaction[]> {
  const involved = chains.filter(({ id }) => page.entries.some(({ transaction }) => transaction.chainId === id))
  const facts = await Promise.all(
    involved.map((chain) => {
      const entries = page.entries.filter(({ transaction }) => transaction.chainId === chain.id)
      return readFacts({ ...sources, chain, address: account, entries, signal })
    }),
  )
  const byChain = new Map<string, ChainFacts>(facts.map((each) => [each.chain.id, each]))
  return page.entries.flatMap((entry) => {
    const known = byChain.get(entry.transaction.chainId)
    return known === undefined ? [] : [toTransaction({ account, entry, facts: known })]
  })
}
