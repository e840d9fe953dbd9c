import {
  type Family,
  type Foyer,
  isUnsupported,
  type Network,
  type NetworkId,
  networkIdOf,
  networkOf,
} from '@foyer/core'
import { useMemo } from 'react'
import { useFoyer } from './useFoyer.js'
import { useSelect } from './useSelect.js'

export interface NetworkSnapshot {
  /** Undefined where the wallet is on a network that isn't configured. */
  readonly network: Network | undefined
  /** CAIP-2, such as `eip155:1`. */
  readonly networkId: NetworkId | undefined
  /** The network's own id: a number for eip155. */
  readonly chainId: Network['id'] | undefined
  /** The wallet is on a network that isn't configured [S4.8]. */
  readonly unsupported: boolean
  readonly switchNetwork: Foyer['switchNetwork']
}

/**
 * Follows the network of a chain family, the active one unless said.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { network, switchNetwork } = useFoyerNetwork()
 * await switchNetwork({ networkId: 'eip155:8453' })
 */
export function useFoyerNetwork({ family }: { readonly family?: Family | undefined } = {}): NetworkSnapshot {
  const { switchNetwork } = useFoyer()
  const place = useSelect((state) => {
    const network = networkOf(state, family)
    const networkId = networkIdOf(state, family)
    return { network, networkId, chainId: network?.id, unsupported: isUnsupported(state, family) }
  })
  return useMemo(() => ({ ...place, switchNetwork }), [place, switchNetwork])
}
