import type { QueryObserverOptions } from '@tanstack/query-core'
import type { TokenBalancesState } from '../account/watch.js'
import type { Subject } from '../account/watchAccount.js'
import { addresses, tokenBalances, walletAssets } from '../actions/read.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import { accountOf, networkOf } from '../store/selectors.js'
import type { Transaction } from '../wire/transaction.js'
import type { SameAddress, SendAsset } from './form.js'

/** How long what a wallet lists, and what a token's contract says, counts as fresh, and how often it is asked for while it is followed. */
const freshMs = 30_000
const pollMs = 10_000

/** What a wallet lists, where it does; null where it doesn't. */
const walletAssetsQuery = (
  foyer: Foyer,
  { address, network }: Subject,
): QueryObserverOptions<readonly TokenBalance[] | null> & { queryKey: readonly unknown[] } => ({
  queryKey: ['walletAssets', network.caipNetworkId, address],
  staleTime: freshMs,
  refetchInterval: ({ state: { data } }) => (data ? pollMs : false),
  refetchIntervalInBackground: false,
  queryFn: async ({ signal }) =>
    (await walletAssets(foyer, { networkId: network.caipNetworkId, account: address, signal })) ?? null,
})

/**
 * Follows what the chosen account holds, to be sent: what its wallet lists counts before what the operator's server or the chain does [S3.13].
 *
 * @returns stops
 */
function watchHoldings(foyer: Foyer, listener: (holdings: TokenBalancesState) => void): () => void {
  return whenLoaded(foyer, {
    start: (queries) => startHoldings({ foyer, queries, listener }),
    failed: (refetch) => listener({ status: 'failed', tokens: [], refetch }),
  })
}

type Queries = Awaited<ReturnType<ReturnType<typeof contextOf>['queries']>>

function startHoldings({
  foyer,
  queries: { startTokenBalances, watchAccount, statusOf },
  listener,
}: {
  readonly foyer: Foyer
  readonly queries: Queries
  readonly listener: (holdings: TokenBalancesState) => void
}): () => void {
  let byWallet: TokenBalancesState | undefined
  let listed: TokenBalancesState = { status: 'loading', tokens: [], refetch: () => {} }
  const pass = () => listener(byWallet ?? listed)
  const stopListed = startTokenBalances(foyer, { family: undefined }, (balances) => {
    listed = balances
    pass()
  })
  const stopByWallet = watchAccount({
    foyer,
    family: undefined,
    query: (subject) => walletAssetsQuery(foyer, subject),
    listener(known) {
      const { result, refetch } = known ?? {}
      byWallet = result?.data && refetch ? { status: statusOf(result), tokens: result.data, refetch } : undefined
      pass()
    },
  })
  return () => {
    stopListed()
    stopByWallet()
  }
}

/** A token that was asked for by its address; `ready` without one is an address that is no token's. */
export interface FoundToken {
  readonly status: 'loading' | 'failed' | 'ready'
  readonly token?: TokenBalance | undefined
}

/** Follows one token by its address: what no list has is read from its contract. @returns stops */
export function watchToken(
  foyer: Foyer,
  { address: token }: { readonly address: string },
  listener: (found: FoundToken) => void,
): () => void {
  const state = foyer.store.getState()
  const [network, { address }] = [networkOf(state), accountOf(state)]
  if (!network || !address) return () => {}
  const { caipNetworkId: networkId } = network
  const query: QueryObserverOptions<readonly TokenBalance[]> = {
    // Under the same key as the lists, so that it is asked for anew with them.
    queryKey: ['tokenBalances', networkId, address, token],
    staleTime: freshMs,
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
    queryFn: ({ signal }) => tokenBalances(foyer, { tokens: [token], networkId, account: address, signal }),
  }
  return whenLoaded(foyer, {
    start: ({ startQuery }) =>
      startQuery({
        foyer,
        query,
        listener({ data, isError }) {
          const [found] = data ?? []
          listener(data ? { status: 'ready', token: found } : { status: isError ? 'failed' : 'loading' })
        },
      }).stop,
    failed: () => listener({ status: 'failed' }),
  })
}

/** Who stands in the account's history: whom it has paid, and who else. */
export interface Counterparties {
  readonly paid: readonly string[]
  readonly met: readonly string[]
}

/** Follows the newest page of the account's history, for whom it has dealt with. A history that can't be had is none. @returns stops */
function watchCounterparties(foyer: Foyer, listener: (known: Counterparties) => void): () => void {
  const { api, queries } = contextOf(foyer)
  const query = ({ address, network: { caipNetworkId: networkId } }: Subject) => ({
    queryKey: ['counterparties', networkId, address],
    staleTime: freshMs,
    async queryFn({ signal }: { readonly signal: AbortSignal }) {
      const [server, { history }] = await Promise.all([api?.(), queries()])
      return server
        ? counterpartiesIn({ address, data: (await history(server, { address, networkId, signal })).data })
        : noCounterparties
    },
  })
  return whenLoaded(foyer, {
    start: ({ watchAccount }) =>
      watchAccount<Counterparties>({
        foyer,
        family: undefined,
        query,
        listener: (known) => listener(known?.result.data ?? noCounterparties),
      }),
  })
}

const noCounterparties: Counterparties = { paid: [], met: [] }

/** Pure: who paid is who signed; what others had an address do in a token says nothing of its owner. */
export function counterpartiesIn({
  address,
  data,
}: {
  readonly address: string
  readonly data: readonly Pick<Transaction, 'metadata'>[]
}): Counterparties {
  const own = address.toLowerCase()
  const isOwn = (other: string) => other.toLowerCase() === own
  const paid = data.flatMap(({ metadata: { sentFrom, sentTo } }) => (isOwn(sentFrom) && sentTo ? [sentTo] : []))
  const met = data.flatMap(({ metadata: { sentFrom } }) => (isOwn(sentFrom) || !sentFrom ? [] : [sentFrom]))
  return { paid: [...new Set(paid)], met: [...new Set(met)] }
}

/** What is fetched for a send. */
export interface Sources {
  readonly holdings: TokenBalancesState
  /** The chosen token, where no list has it. */
  readonly token: TokenBalance | undefined
  readonly known: Counterparties
  /** How the family compares addresses. */
  readonly isSame: SameAddress
}

export const noSources: Sources = {
  holdings: { status: 'idle', tokens: [], refetch: () => {} },
  token: undefined,
  known: noCounterparties,
  isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
}

/** Follows what is fetched for a send, while it is drawn. */
export function followSources({ foyer, emit }: { readonly foyer: Foyer; readonly emit: (sources: Sources) => void }): {
  /** Follows the chosen asset, where it is a token that no list has. */
  readonly choose: (asset: SendAsset | undefined) => void
  readonly stop: () => void
} {
  let sources = noSources
  let chosen: SendAsset | undefined
  let followed: string | undefined
  let stopToken = () => {}
  let stopped = false
  const change = (found: Partial<Sources>) => {
    if (stopped) return
    sources = { ...sources, ...found }
    emit(sources)
  }
  const followToken = () => {
    const wanted = unlisted({ asset: chosen, sources })
    if (wanted === followed || stopped) return
    stopToken()
    followed = wanted
    if (sources.token) change({ token: undefined })
    stopToken =
      wanted === undefined ? () => {} : watchToken(foyer, { address: wanted }, ({ token }) => change({ token }))
  }
  const readRules = () => void addresses(foyer).then(({ isSame }) => change({ isSame }), contextOf(foyer).report)
  const stops = [
    watchHoldings(foyer, (holdings) => {
      if (holdings.status === 'failed' && sources.holdings.status !== 'failed') sayUnpriced(foyer)
      change({ holdings })
      followToken()
    }),
    watchCounterparties(foyer, (known) => change({ known })),
    foyer.subscribe(({ family }) => family, readRules),
  ]
  readRules()
  return {
    choose(asset) {
      chosen = asset
      followToken()
    },
    stop() {
      stopped = true
      for (const stop of [...stops, stopToken]) stop()
    },
  }
}

/** The token that has to be asked for by itself. */
function unlisted({
  asset,
  sources: { holdings, isSame },
}: {
  readonly asset: SendAsset | undefined
  readonly sources: Sources
}): string | undefined {
  if (asset?.type !== 'token' || holdings.status === 'loading' || holdings.status === 'idle') return undefined
  const isListed = holdings.tokens.some(({ address }) => address !== undefined && isSame(address, asset.address))
  return isListed ? undefined : asset.address
}

/** The prices come with what the account holds: without one there is no other [S8.10]. */
function sayUnpriced(foyer: Foyer): void {
  contextOf(foyer).update(() => ({ snackbar: { variant: 'error', message: 'send.priceFailed' } }))
}
