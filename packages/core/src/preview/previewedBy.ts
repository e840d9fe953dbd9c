import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { AttemptId, PreviewedRequest } from '../state/attempt.js'

/**
 * Returns the next request of an attempt that waits for the visitor to have read it: `answer(foyer, { attemptId, approved: true })` has the wallet asked.
 *
 * @returns undefined where it doesn't wait for that
 * @example const request = previewedBy(foyer, attemptId)
 */
export const previewedBy = (foyer: Foyer, attemptId: AttemptId): PreviewedRequest | undefined =>
  contextOf(foyer).running.get(attemptId)?.previewed
