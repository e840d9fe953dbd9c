import { HttpError } from '../errors/HttpError.js'
import { ServerUnreachableError } from '../errors/ServerUnreachableError.js'

/** The HTTP answers after which another try can help [S8.40]. */
const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/**
 * Whether an HTTP request may be sent again after this failure. A time-out isn't repeated:
 * a visitor has then waited ten seconds already, and a second wait would pass the twenty in which every failure shows.
 */
export function mayRetryHttp(error: unknown): false | { readonly afterMs?: number | undefined } {
  if (error instanceof ServerUnreachableError) return {}
  if (error instanceof HttpError && retryableStatuses.includes(error.status)) return { afterMs: error.retryAfterMs }
  return false
}
