import type { QueryObserverOptions } from '@tanstack/query-core'
import { parseAmount } from '../chain/amount.js'
import { isAccountId, parseAccountId } from '../chain/caip.js'
import { nativeTokens } from '../chain/familyTraits.js'
import type { Family } from '../chain/ids.js'
import type { TokenBalance } from '../connector/family.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { accountOf, networkOf } from '../store/selectors.js'
import type { Balance } from '../wire/account.js'
import { queryClientOf } from './queryClientOf.js'
import { type BalanceState, idleBalance, type TokenBalancesState } from './watch.js'
import {
  afterFailure,
  type FollowedQuery,
  nextPollMs,
  type Subject,
  startQuery,
  statusOf,
  type WatchStatus,
  watchAccount,
} from './watchAccount.js'

/** An amount of a network's own coin. */
export interface NativeBalance {
  /** In the smallest unit. */
  readonly value: bigint
}

/** How long an amount counts as fresh [S9.9]. */
const freshMs = 30_000

export interface BalanceParameters {
  readonly address: string
  readonly network: Network
}

/** Reads what an account holds of a network's own coin, from the chain. */
export function balanceQuery(
  { adapters, adapterHost }: FoyerContext,
  { address, network }: BalanceParameters,
): QueryObserverOptions<NativeBalance> & { queryKey: readonly string[] } {
  return {
    queryKey: ['balance', network.caipNetworkId, address],
    staleTime: freshMs,
    ...afterFailure,
    async queryFn({ signal }) {
      const adapter = adapters.get(network.chainNamespace)
      if (!adapter) throw new AdapterNotFoundError({ family: network.chainNamespace })
      const actions = await adapter.actions(adapterHost)
      return { value: await actions.nativeBalance({ address, network, signal }) }
    },
  }
}

/** What `watchBalance` does. */
export function startBalance(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onBalance: (balance: BalanceState) => void,
): () => void {
  return watchAccount({
    foyer,
    family,
    query: (subject) => ({
      ...balanceQuery(contextOf(foyer), subject),
      // Without an adapter it can't be read: that is no failure.
      enabled: contextOf(foyer).adapters.has(subject.network.chainNamespace),
    }),
    listener(known) {
      if (!known || !contextOf(foyer).adapters.has(known.subject.network.chainNamespace)) return onBalance(idleBalance)
      const { subject, result, refetch } = known
      const { decimals, symbol } = subject.network.nativeCurrency
      onBalance({ status: statusOf(result), value: result.data?.value, decimals, symbol, refetch })
    },
  })
}

/** How often it is asked for while it is followed on a page that is seen. */
const pollMs = 10_000

/**
 * Lists what an account holds, the network's own coin too: at the operator's server, which knows the tokens and their prices; where the host named none, or it
 * doesn't serve the network, what the chain itself can list. What can't be divided is left out [S5.15].
 */
export async function listTokens({
  context: { api, adapters, adapterHost },
  subject: { address, network },
  forceUpdate,
  signal,
}: {
  readonly context: Pick<FoyerContext, 'api' | 'adapters' | 'adapterHost'>
  readonly subject: Subject
  /** Tokens whose amounts must be fresh, as CAIP-10. */
  readonly forceUpdate?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}): Promise<readonly TokenBalance[]> {
  const { caipNetworkId: networkId, chainNamespace: family, nativeCurrency: coin } = network
  const server = await api?.()
  if (server && (await server.isSupported({ networkId, signal })))
    return (await server.balance({ address, networkId, forceUpdate, signal })).balances.flatMap(tokenOf)
  const adapter = adapters.get(family)
  if (!adapter) throw new AdapterNotFoundError({ family })
  const actions = await adapter.actions(adapterHost)
  const [value, tokens] = await Promise.all([
    actions.nativeBalance({ address, network, signal }),
    actions.tokenBalances?.({ address, network, signal }) ?? [],
  ])
  const own = { value, decimals: coin.decimals, symbol: coin.symbol, name: coin.name }
  return [own, ...tokens.filter(({ decimals }) => decimals > 0)]
}

/** One token of the server's answer, the network's own coin without an address; what can't be read as an amount is left out. */
function tokenOf({
  address: accountId,
  quantity,
  name,
  symbol,
  price,
  value: worth,
  iconUrl,
}: Balance): TokenBalance[] {
  if (accountId !== undefined && !isAccountId(accountId)) return []
  const decimals = Number(quantity.decimals)
  const [whole = '0', fraction = ''] = quantity.numeric.split('.')
  const { value } = parseAmount({ text: `${whole}.${fraction.slice(0, decimals).padEnd(1, '0')}`, decimals })
  const address = accountId === undefined ? undefined : parseAccountId(accountId).address
  return [{ address, value, decimals, symbol, name, price, worth, iconUrl }]
}

/** What an account holds on a network, asked for every 10 s while it is followed; a server that is out of service is asked no more [S9.25]. */
export function tokenBalancesQuery(
  context: FoyerContext,
  subject: Subject,
): QueryObserverOptions<readonly TokenBalance[]> & { queryKey: readonly string[] } {
  return {
    queryKey: ['tokenBalances', subject.network.caipNetworkId, subject.address],
    staleTime: freshMs,
    refetchInterval: (query) => nextPollMs({ query, pollMs }),
    refetchIntervalInBackground: false,
    ...afterFailure,
    queryFn: ({ signal }) => listTokens({ context, subject, forceUpdate: changedTokens({ context, subject }), signal }),
  }
}

/** How many tokens a server reads anew at once. */
const mostForced = 20

/**
 * The tokens whose amounts must be fresh: after a transaction of this page all that are known, as a server keeps for some seconds what it has read. The
 * network's own coin is always one of them, as every transaction costs some.
 */
function changedTokens({
  context,
  subject: { address, network },
}: {
  readonly context: FoyerContext
  readonly subject: Subject
}): readonly string[] | undefined {
  const { caipNetworkId: networkId, chainNamespace: family } = network
  const known = queryClientOf(context).getQueryState<readonly TokenBalance[]>(['tokenBalances', networkId, address])
  if (!known?.isInvalidated) return undefined
  const native = Object.entries(nativeTokens).find(([each]) => each === family)?.[1] ?? ''
  const tokens = known.data?.flatMap((token) => token.address ?? []) ?? []
  return [native, ...tokens].slice(0, mostForced).map((token) => `${networkId}:${token}`)
}

/** What `watchTokenBalances` does. */
export function startTokenBalances(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onTokens: (tokens: TokenBalancesState) => void,
): () => void {
  return watchAccount({
    foyer,
    family,
    query: (subject) => tokenBalancesQuery(contextOf(foyer), subject),
    listener(known) {
      if (!known) return onTokens({ status: 'idle', tokens: [], refetch: () => {} })
      const { result, refetch } = known
      onTokens({ status: statusOf(result), tokens: result.data ?? [], refetch })
    },
  })
}

/** What one account holds, as it is known by now. */
export interface AccountHoldings {
  readonly status: WatchStatus
  readonly tokens: readonly TokenBalance[]
}

/** By address. */
export type HoldingsByAddress = ReadonlyMap<string, AccountHoldings>

/**
 * Follows what each of a family's accounts holds on the active network: one question for each, and no more while the answer is fresh.
 *
 * @returns stops
 */
export function startAccountHoldings(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  listener: (holdings: HoldingsByAddress) => void,
): () => void {
  const followed = new Map<string, Pick<FollowedQuery<unknown>, 'stop'>>()
  const holdings = new Map<string, AccountHoldings>()
  let networkId: string | undefined
  const forget = (gone: readonly string[]) => {
    for (const address of gone) {
      followed.get(address)?.stop()
      followed.delete(address)
      holdings.delete(address)
    }
  }
  const follow = () => {
    const state = foyer.store.getState()
    const network = networkOf(state, family)
    const wanted = network ? accountOf(state, family).accounts.map(({ address }) => address) : []
    const isSame = network?.caipNetworkId === networkId
    const gone = [...followed.keys()].filter((address) => !isSame || !wanted.includes(address))
    networkId = network?.caipNetworkId
    forget(gone)
    if (gone.length > 0) listener(new Map(holdings))
    if (!network) return
    for (const address of wanted) {
      if (followed.has(address)) continue
      followed.set(address, { stop: () => {} })
      const query = { ...tokenBalancesQuery(contextOf(foyer), { address, network }), refetchInterval: false } as const
      const one = startQuery({
        foyer,
        query,
        listener(result) {
          holdings.set(address, { status: statusOf(result), tokens: result.data ?? [] })
          listener(new Map(holdings))
        },
      })
      followed.set(address, one)
    }
  }
  const stopFollowing = foyer.store.subscribe(follow)
  follow()
  return () => {
    stopFollowing()
    forget([...followed.keys()])
  }
}
