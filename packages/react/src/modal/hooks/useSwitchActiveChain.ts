import type { Network, NetworkId } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { goBack } from '@foyer/core/view'
import { useModal } from '../modalContext.js'

export interface SwitchActiveChain {
  readonly network: Network | undefined
  /** Goes to the network's family, and offers the wallets that serve it. */
  readonly goOn: () => void
}

/** The way to a network of a family that the connected wallet doesn't serve. */
export function useSwitchActiveChain({ networkId }: { readonly networkId: NetworkId }): SwitchActiveChain {
  const { foyer, state } = useModal()
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  return {
    network,
    goOn() {
      if (!network) return goBack(foyer)
      foyer
        .switchNetwork({ networkId })
        .then(() => foyer.open({ view: 'Connect', family: network.chainNamespace }), contextOf(foyer).report)
    },
  }
}
