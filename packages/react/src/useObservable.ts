import type { Observable } from '@foyer/core/internal'
import { useSyncExternalStore } from 'react'

/** A value as a hook follows it. */
export interface Followed<T> extends Observable<T> {
  /** Returns the value of a server render, and of a page while it is hydrated, where that isn't the value itself. */
  readonly getInitial?: (() => T) | undefined
}

/** Follows a value. */
export function useObservable<T>({ get, subscribe, getInitial = get }: Followed<T>): T {
  return useSyncExternalStore(subscribe, get, getInitial)
}
