import type { TimedEvent } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { useSyncExternalStore } from 'react'
import { useScope } from './scope.js'

/**
 * The last thing that happened in the kit, for a host's own analytics; undefined before anything did.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const last = useFoyerEvents()
 * useEffect(() => last && log(last.data.event), [last])
 */
export function useFoyerEvents(): TimedEvent | undefined {
  const { events } = contextOf(useScope().foyer)
  return useSyncExternalStore(events.subscribe, events.get, () => undefined)
}
