import { type AccountSnapshot, accountSnapshot, type Family } from '@foyer/core'
import { useSelect } from './useSelect.js'

/**
 * Follows the account of a chain family, the active one unless said.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { address, isConnected, status } = useFoyerAccount({ family: 'eip155' })
 */
export function useFoyerAccount({ family }: { readonly family?: Family | undefined } = {}): AccountSnapshot {
  return useSelect((state) => accountSnapshot(state, family))
}
