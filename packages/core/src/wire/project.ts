import * as v from 'valibot'
import { parseUrl } from '../networks/urls.js'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

/** The origins that a project allows [S7.28]. */
export const allowedOriginsCall = {
  id: 'listAllowedOrigins',
  method: 'get',
  path: '/projects/v1/origins',
  reply: v.object({
    allowedOrigins: v.array(v.string()),
  }),
} as const satisfies Call

/** Whether a project wants events [S7.30]. */
export const analyticsConfigCall = {
  id: 'getAnalyticsConfig',
  method: 'get',
  path: '/getAnalyticsConfig',
  reply: v.object({
    isAnalyticsEnabled: v.boolean(),
  }),
} as const satisfies Call

/** Which networks the blockchain API serves, as CAIP-2 ids, over HTTP and over WebSocket [S7.3]. */
export const SupportedChainsReply = v.object({
  http: v.array(v.string()),
  ws: v.array(v.string()),
})
export type SupportedChainsReply = Output<typeof SupportedChainsReply>

export const supportedChainsCall = {
  id: 'listSupportedChains',
  method: 'get',
  path: '/v1/supported-chains',
  reply: SupportedChainsReply,
} as const satisfies Call

/** An origin and nothing else: no path, no userinfo, nothing that URL parsing would silently correct (tabs, backslashes, escapes). */
const originShape = /^https?:\/\/[^\s/\\?#@%*]+$/i

/** The hosts that `*.` may stand before: at least two labels, so that no pattern allows a whole top-level domain. */
const wildcardShape = /^(?:(https?):\/\/)?\*\.([^\s/\\?#@%*:[\].]+(?:\.[^\s/\\?#@%*:[\].]+)+)(?::(\d{1,5}))?$/i

function parse(origin: string): URL | undefined {
  const url = originShape.test(origin) ? parseUrl(origin) : undefined
  return url?.hostname.split('.').includes('') ? undefined : url // an empty label, such as a trailing dot
}

function isAllowedBy({ origin, allowed }: { origin: URL; allowed: string }): boolean {
  const wildcard = wildcardShape.exec(allowed)
  if (!wildcard) return parse(allowed.replace(/\/$/, ''))?.origin === origin.origin
  const [, scheme = 'https', domain = '', port] = wildcard
  const parent = parse(`${scheme}://${domain}${port ? `:${port}` : ''}`)
  // The dot is part of the comparison: `evilexample.com` is not below `example.com`. Before it stands a label, as none is empty.
  return (
    parent !== undefined &&
    origin.protocol === parent.protocol &&
    origin.port === parent.port &&
    origin.hostname.endsWith(`.${parent.hostname}`)
  )
}

/**
 * Whether a page's origin is among those that a project allows [S5.5] [F12]: an exact origin, or `*.domain` for everything
 * below a domain (https unless it says `http://*.domain`). Never a suffix, a look-alike, userinfo or `null`; international names
 * are compared in their ASCII form, default ports are left out.
 *
 * @example
 * isOriginAllowed({ origin: 'https://app.example.com', allowedOrigins: ['https://*.example.com'] }) // true
 */
export function isOriginAllowed({
  origin,
  allowedOrigins,
}: {
  origin: string
  allowedOrigins: readonly string[]
}): boolean {
  const parsed = parse(origin)
  return parsed !== undefined && allowedOrigins.some((allowed) => isAllowedBy({ origin: parsed, allowed }))
}

/** Origins on the developer's machine, as a project in development lists them: in the wire's patterns, where a star is any run of characters. */
export const loopbackPatterns: readonly string[] = [
  'http://localhost:*',
  'http://*.localhost:*',
  'http://127.0.0.1:*',
  'http://[::1]:*',
]

/** Whether an origin is on the developer's machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const { hostname, protocol } = parse(origin) ?? {}
  if (hostname === undefined || protocol !== 'http:') return false
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The query that every call carries [S7.1]. */
export const CommonQuery = v.object({
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  /** The kit's type: `appkit`. */
  st: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.sdk)),
  /** The kit's version, such as `react-evm-1.7.6`. */
  sv: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.sdk)),
  /** The WalletConnect client's id, once there is one. */
  clientId: v.optional(v.pipe(v.string(), v.maxLength(limits.clientId))),
})
export type CommonQuery = Output<typeof CommonQuery>

/** The server's answer with a status that isn't 2xx. The first reason's description is for the visitor [S8.19]. */
export const ErrorBody = v.object({
  status: v.string(),
  message: v.optional(v.string()),
  reasons: v.array(v.object({ name: v.string(), description: v.string() })),
})
export type ErrorBody = Output<typeof ErrorBody>
