import { observable } from '@foyer/core/internal'
import { useMemo, useSyncExternalStore } from 'react'

/**
 * Follows what `watch` emits for as long as it is mounted; before, and on a server, it is `initial`.
 *
 * @param options.watch - the same function for as long as it watches the same; returns what stops it
 */
export function useWatched<T>({
  initial,
  watch,
}: {
  readonly initial: T
  readonly watch: (emit: (value: T) => void) => () => void
}): T {
  const source = useMemo(() => {
    const value = observable<T>(initial, () => watch((next) => value.set(next)))
    return value
  }, [initial, watch])
  return useSyncExternalStore(source.subscribe, source.get, () => initial)
}
