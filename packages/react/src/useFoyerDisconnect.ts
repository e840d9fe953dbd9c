import type { Foyer } from '@foyer/core'
import { useFoyer } from './useFoyer.js'

/**
 * Ends a family's session, or all of them.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { disconnect } = useFoyerDisconnect()
 * return <button onClick={() => disconnect({ family: 'eip155' })}>Log out</button>
 */
export function useFoyerDisconnect(): Pick<Foyer, 'disconnect'> {
  return useFoyer()
}
