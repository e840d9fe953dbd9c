import { accountOf, type ConnectorEntry, type Family } from '@foyer/core'
import { useSelect } from './useSelect.js'

/**
 * The wallet that a family is connected with, as the visitor knows it: name, icon, rdns.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const wallet = useFoyerWalletInfo()
 * return <p>{wallet ? `Connected with ${wallet.name}` : 'Not connected'}</p>
 */
export function useFoyerWalletInfo({
  family,
}: {
  readonly family?: Family | undefined
} = {}): ConnectorEntry | undefined {
  return useSelect((state) => accountOf(state, family).connection?.connector)
}
