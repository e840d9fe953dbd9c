import type { Observable } from '@foyer/core/internal'
import { useMemo, useSyncExternalStore } from 'react'
import { type Kit, useKit } from './kit.js'

/** A value as a hook follows it. */
export interface Followed<T> extends Observable<T> {
  /** Returns the value of a server render, and of a page while it is hydrated, where that isn't the value itself. */
  readonly getInitial?: (() => T) | undefined
}

/** Follows a value. */
export function useObservable<T>({ get, subscribe, getInitial = get }: Followed<T>): T {
  return useSyncExternalStore(subscribe, get, getInitial)
}

/**
 * Follows what a presenter makes of the kit.
 *
 * @param present - the same function for as long as it presents the same
 */
export function usePresented<T>(present: (kit: Kit) => Followed<T>): T {
  const kit = useKit()
  const source = useMemo(() => present(kit), [kit, present])
  return useObservable(source)
}
