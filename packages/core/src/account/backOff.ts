import type { Query } from '@tanstack/query-core'
import { HttpError } from '../errors/http.js'

/** How long what has failed is left alone [S9.25]. */
export const backOffMs = 30_000

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
