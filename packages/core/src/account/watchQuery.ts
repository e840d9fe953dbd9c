import { type Query, QueryObserver, type QueryObserverOptions, type QueryObserverResult } from '@tanstack/query-core'
import { contextOf } from '../context.js'
import { HttpError } from '../errors/http.js'
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

/** How long what has failed is left alone [S9.25]. */
const backOffMs = 30_000

type Failed = Pick<Query, 'state'>

function isLeftAlone({ state: { error, errorUpdatedAt } }: Failed): boolean {
  return error !== null && Date.now() - errorUpdatedAt < backOffMs
}

const mayAsk = (query: Failed): boolean => !isLeftAlone(query)

/** Neither a view that opens nor a page that is looked at again asks what has just failed; the visitor's own press does, and a network that is back. */
export const afterFailure: {
  readonly [Option in 'retryOnMount' | 'refetchOnMount' | 'refetchOnWindowFocus']: (query: Failed) => boolean
} = { retryOnMount: mayAsk, refetchOnMount: mayAsk, refetchOnWindowFocus: mayAsk }

/** When to ask again by itself: never where the server says that it is out of service. */
export function nextPollMs({ query, pollMs }: { readonly query: Failed; readonly pollMs: number }): number | false {
  const { error } = query.state
  if (!error) return pollMs
  return error instanceof HttpError && error.status === 503 ? false : backOffMs
}
