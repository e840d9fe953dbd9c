import { nameOwnerOf } from '@foyer/core/names'
import { useSelect } from '../useSelect.js'

/**
 * Whether the connected account may have a name: only that of the embedded login may.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S6.7
 * @example
 * const isOffered = useNameOffered()
 */
export function useNameOffered(): boolean {
  return useSelect((state) => nameOwnerOf(state) !== undefined)
}
