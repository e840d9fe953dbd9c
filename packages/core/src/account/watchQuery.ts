import { QueryObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/query-core'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { queryClientOf } from './queryClientOf.js'

/** A query that is followed: see {@link startQuery}. */
export interface FollowedQuery<Answer> {
  /** Asks something else from now on. */
  readonly setOptions: (options: QueryObserverOptions<Answer>) => void
  readonly refetch: () => void
  readonly stop: () => void
}

/** Follows a query of the kit's cache: fetched when it is stale, shared by all that follow the same. The listener is called at once, and after each change. */
export function startQuery<Answer>({
  foyer,
  query,
  listener,
}: {
  readonly foyer: Foyer
  readonly query: QueryObserverOptions<Answer>
  readonly listener: (result: QueryObserverResult<Answer>) => void
}): FollowedQuery<Answer> {
  const client = queryClientOf(contextOf(foyer))
  const observer = new QueryObserver<Answer>(client, query)
  client.mount()
  const unsubscribe = observer.subscribe(listener)
  listener(observer.getCurrentResult())
  return {
    setOptions: (options) => observer.setOptions(options),
    refetch: () => void observer.refetch(),
    stop() {
      unsubscribe()
      client.unmount()
    },
  }
}
