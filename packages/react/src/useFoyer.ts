import type { Foyer } from '@foyer/core'
import { useScope } from './scope.js'

/**
 * The kit of the nearest provider.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const foyer = useFoyer()
 * return <button onClick={() => foyer.open({ view: 'Networks' })}>Networks</button>
 */
export function useFoyer(): Foyer {
  return useScope().foyer
}
