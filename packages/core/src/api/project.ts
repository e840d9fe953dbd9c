import type { AlertKey } from '../config/alerts.js'
import { FoyerError } from '../errors/FoyerError.js'
import { causes, isA, property, textOf } from '../errors/foreignError.js'
import { HttpError } from '../errors/http.js'
import { kitPaths } from '../wire/paths.js'
import { AllowedOriginsReply, AnalyticsConfigReply, isOriginAllowed } from '../wire/project.js'
import type { Http } from './http.js'

export interface ProjectRequest {
  readonly signal?: AbortSignal | undefined
}

/** GET /projects/v1/origins [S7.27 S7.28]. */
export async function allowedOrigins(http: Http, { signal }: ProjectRequest = {}): Promise<readonly string[]> {
  const call = 'allowedOrigins'
  const reply = await http.get({ call, path: kitPaths.allowedOrigins, schema: AllowedOriginsReply, signal })
  return reply.allowedOrigins
}

/** GET /getAnalyticsConfig [S7.29 S7.30]. */
export async function analyticsConfig(http: Http, { signal }: ProjectRequest = {}): Promise<boolean> {
  const call = 'analyticsConfig'
  const reply = await http.get({ call, path: kitPaths.analyticsConfig, schema: AnalyticsConfigReply, signal })
  return reply.isAnalyticsEnabled
}

/** Origins that never raise the alert: a developer's own machine, preview hosts, the mobile wallet's pages [S5.5]. */
const quietOrigins = [
  'http://localhost:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
] as const

/** Whether a text matches a pattern in which `*` stands for any run of characters. Linear: a pattern comes from a server. */
function matches({ text, pattern }: { text: string; pattern: string }): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/**
 * The alert for a page whose origin its project doesn't list [S5.5 S5.6]. It only alerts the developer: the wire's wildcards
 * (`*` for any run of characters) and the quiet origins count here, but grant no right. What does is `isOriginAllowed`.
 */
export function originAlert({
  origin,
  allowedOrigins,
}: {
  origin: string
  allowedOrigins: readonly string[]
}): AlertKey | undefined {
  if (isOriginAllowed({ origin, allowedOrigins })) return undefined
  const isQuiet = [...allowedOrigins, ...quietOrigins].some((pattern) => matches({ text: origin, pattern }))
  return isQuiet ? undefined : 'INVALID_APP_CONFIGURATION'
}

/** What the server, the relay and the frame say, and the alert that it deserves [S8.29]. */
const serverReplies: readonly (readonly [text: string, key: AlertKey])[] = [
  ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  // A relay's, of a page that names no project: by the specification an alert as well [S8.28].
  ['Project ID is missing', 'PROJECT_ID_NOT_CONFIGURED'],
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
