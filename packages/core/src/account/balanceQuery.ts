import type { QueryObserverOptions } from '@tanstack/query-core'
import { AdapterNotFoundError } from '../errors/AdapterNotFoundError.js'
import type { FoyerContext } from '../foyer.js'
import type { Network } from '../networks/network.js'

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
    async queryFn({ signal }) {
      const adapter = adapters.get(network.chainNamespace)
      if (!adapter) throw new AdapterNotFoundError({ family: network.chainNamespace })
      const actions = await adapter.actions(adapterHost)
      return { value: await actions.nativeBalance({ address, network, signal }) }
    },
  }
}
