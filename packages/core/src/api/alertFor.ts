import type { AlertKey } from '../config/alerts.js'
import { causes, isA, property, textOf } from '../errors/causes.js'
import { FoyerError } from '../errors/FoyerError.js'
import { HttpError } from '../errors/HttpError.js'

/** What the server, the relay and the frame say, and the alert that it deserves [S8.29]. */
const serverReplies: readonly (readonly [text: string, key: AlertKey])[] = [
  ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  ['JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
]

/** The kit's own errors that deserve one, by their code [S8.21 S8.28]. */
const ownErrors: ReadonlyMap<string, AlertKey> = new Map([
  ['missing_project_id', 'PROJECT_ID_NOT_CONFIGURED'],
  ['network_not_configured', 'SWITCH_NETWORK_NOT_FOUND'],
])

/**
 * The alert that an error deserves, or none: a refusal in words that are known [S8.29], an event refused with 403 [S8.22], a missing
 * project id [S8.28], an unknown network [S8.21]. Takes anything, never throws.
 */
export function alertFor(error: unknown): AlertKey | undefined {
  if (isA(error, FoyerError)) {
    const own = ownErrors.get(error.code)
    if (own) return own
  }
  const said = causes(error).flatMap((value) => [textOf(value), property(value, 'body')])
  for (const [text, key] of serverReplies) {
    if (said.some((words) => typeof words === 'string' && words.includes(text))) return key
  }
  const isEventRefused = isA(error, HttpError) && error.status === 403 && error.facts.call === 'sendEvent'
  return isEventRefused ? 'INVALID_APP_CONFIGURATION' : undefined
}
