import { useEffect, useSyncExternalStore } from 'react'
import type { Loadable, Loaded } from './loadable.js'

/** Fetches what is needed here, and again by itself when the network comes back after a failure. */
export function useLoadable<T>({
  loadable,
  online,
}: {
  readonly loadable: Loadable<T>
  readonly online: boolean
}): Loaded<T> {
  const loaded = useSyncExternalStore(loadable.subscribe, loadable.get)
  useEffect(() => {
    if (online || loadable.get().status === 'loading') loadable.load()
  }, [loadable, online])
  return loaded
}
