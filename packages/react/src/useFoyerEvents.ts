import type { TimedEvent } from '@foyer/core'
import { useSelect } from './useSelect.js'

/**
 * The last thing that happened in the kit, for a host's own analytics; undefined before anything did.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const last = useFoyerEvents()
 * useEffect(() => last && log(last.data.event), [last])
 */
export function useFoyerEvents(): TimedEvent | undefined {
  return useSelect((state) => state.lastEvent)
}
