import type { NetworkId } from '../chain/ids.js'
import type { AlertKey } from '../errors/alerts.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { causes, isA, property, textOf } from '../errors/foreignError.js'
import { HttpError } from '../errors/http.js'
import { orAborted } from '../http/exchange.js'
import { eventCall } from '../wire/event.js'
import { isOriginAllowed, type SupportedChainsReply, supportedChainsCall } from '../wire/project.js'
import type { Http } from './http.js'

/** Which networks the blockchain API serves. */
interface SupportedChains {
  /** Loaded once, and again only after a failure [S7.3]. */
  load(request?: Cancellable): Promise<SupportedChainsReply>
  /** A list that didn't load counts as no [S7.1]. */
  isSupported(request: Cancellable & { readonly networkId: NetworkId | undefined }): Promise<boolean>
}

/** Loads the list once; a failure is forgotten, so that the next call requests it again. */
export function createSupportedChains({
  http,
  onError,
}: {
  http: Http
  onError?: ((error: unknown) => void) | undefined
}): SupportedChains {
  let loading: Promise<SupportedChainsReply> | undefined

  const load: SupportedChains['load'] = ({ signal } = {}) => {
    // No caller's signal: it would end the load of the others. The time-out ends it.
    loading ??= http.ask(supportedChainsCall).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return orAborted({ work: loading, signal })
  }

  return {
    load,
    async isSupported({ networkId, signal }) {
      if (!networkId) return false
      try {
        return (await load({ signal })).http.includes(networkId)
      } catch (error) {
        if (error instanceof AbortedError) throw error
        onError?.(error) // a list that doesn't load counts as unsupported [S7.2]; the reason goes to the host
        return false
      }
    },
  }
}

/** The operator's server, as `createApi` opens it. A call of the blockchain API first asks whether the network is served [S7.1]. */
export interface Api {
  readonly http: Http
  readonly chains: SupportedChains
  /** The active network. */
  readonly network: () => NetworkId | undefined
}

/** Something that a caller can abort. */
export interface Cancellable {
  readonly signal?: AbortSignal | undefined
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

/** Messages of the server, the relay and the frame, each with its alert [S8.29]. */
const serverReplies: readonly (readonly [text: string, key: AlertKey])[] = [
  ['Unauthorized: origin not allowed', 'INVALID_APP_CONFIGURATION'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  // A relay's, of a page that names no project: by the specification an alert as well [S8.28].
  ['Project ID is missing', 'PROJECT_ID_NOT_CONFIGURED'],
  ['JWT validation error: JWT Token is not yet valid', 'JWT_TOKEN_NOT_VALID'],
]

/** The kit's own errors that deserve one, by their code [S8.21 S8.23 S8.24 S8.28]. */
const ownErrors: ReadonlyMap<string, AlertKey> = new Map([
  ['missing_project_id', 'PROJECT_ID_NOT_CONFIGURED'],
  ['network_not_configured', 'SWITCH_NETWORK_NOT_FOUND'],
  ['frame_load', 'IFRAME_LOAD_FAILED'],
  ['frame_timeout', 'IFRAME_REQUEST_TIMEOUT'],
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
  const isEventRefused = isA(error, HttpError) && error.status === 403 && error.facts.call === eventCall.id
  return isEventRefused ? 'INVALID_APP_CONFIGURATION' : undefined
}
