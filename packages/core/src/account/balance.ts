import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Family } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AdapterNotFoundError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { afterFailure, statusOf, type WatchStatus, watchAccount } from './watchAccount.js'

/** An amount of a network's own coin. */
export interface NativeBalance {
  /** In the smallest unit. */
  readonly value: bigint
}

/** How long a balance counts as fresh [S9.9]. */
const balanceFreshMs = 30_000

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
    staleTime: balanceFreshMs,
    ...afterFailure,
    async queryFn({ signal }) {
      const adapter = adapters.get(network.chainNamespace)
      if (!adapter) throw new AdapterNotFoundError({ family: network.chainNamespace })
      const actions = await adapter.actions(adapterHost)
      return { value: await actions.nativeBalance({ address, network, signal }) }
    },
  }
}

/** What an account holds of its network's own coin, as it is known by now. */
export interface BalanceState {
  /** `idle`: no account is connected, the network isn't configured, or its family has no adapter. A failure keeps what was known. */
  readonly status: WatchStatus
  /** In the smallest unit. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
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

/** While nothing is connected. */
export const idleBalance: BalanceState = {
  status: 'idle',
  value: undefined,
  decimals: 18,
  symbol: '',
  refetch: () => {},
}
