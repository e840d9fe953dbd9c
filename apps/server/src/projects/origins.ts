import { isOriginAllowed as isAllowedByPattern, isLoopbackOrigin, loopbackPatterns } from '@foyer/core/wire'

/**
 * Whether a page of this origin may use the API in the project's name.
 * @see S5.5, F12
 */
export function isOriginAllowed(request: {
  origin: string
  project: { readonly allowedOrigins: readonly string[]; readonly development: boolean }
}): boolean {
  const {
    origin,
    project: { allowedOrigins, development },
  } = request
  // An origin that stands there as it is needs no URL parsed; a pattern is no origin.
  if (allowedOrigins.includes(origin) && !origin.includes('*')) return true
  return isAllowedByPattern({ origin, allowedOrigins }) || (development && isLoopbackOrigin(origin))
}

/**
 * Whether a text is an exact origin (`https://dapp.example`) or a pattern of all hosts below a domain
 * (`https://*.dapp.example`; without a scheme, https): whatever else was meant, it would never match.
 */
export function isOriginPattern(pattern: string): boolean {
  const oneBelow = pattern.replace('*.', 'a.')
  const origin = oneBelow.includes('://') ? oneBelow : `https://${oneBelow}`
  return isAllowedByPattern({ origin, allowedOrigins: [pattern] })
}

/** Returns the domain below which a pattern allows all hosts, as a browser writes it; null for an exact origin. */
export function patternDomain(pattern: string): string | null {
  const [scheme, domain] = pattern.split('*.', 2)
  if (domain === undefined) return null
  return new URL(`${scheme === '' ? 'https://' : scheme}${domain}`).hostname
}

/**
 * Normalises the origin of a page for whose script an operator can answer: exact, and https or on the developer's machine, since
 * whoever is between a visitor and a page of plain http writes its script.
 * @returns undefined for a pattern, and for whatever is no such origin
 */
export function vouchableOrigin(text: string): string | undefined {
  // A star makes a pattern of itself, and nothing else that is allowed by itself is more than an origin.
  if (!isAllowedByPattern({ origin: text, allowedOrigins: [text] })) return undefined
  const { origin, protocol } = new URL(text)
  return protocol === 'https:' || isLoopbackOrigin(origin) ? origin : undefined
}

interface Vouching {
  readonly allowedOrigins: readonly string[]
  readonly vouchedOrigins: readonly string[]
  readonly development: boolean
}

/** Finds the origins that a project vouches for without allowing them: where there is one, a page that its operator takes for one of its own can't ask at all. */
export const vouchedStrangers = (project: Vouching): readonly string[] =>
  project.vouchedOrigins.filter((origin) => !isOriginAllowed({ origin, project }))

/**
 * Whether the operator answers for the script of a page: its origin is listed as it is. What a project allows by a pattern, or
 * in development, is never vouched for by that.
 * @param request.origin - as a browser writes it
 * @see F11
 */
export const isOriginVouched = ({ origin, project }: { origin: string; project: Vouching }): boolean =>
  vouchableOrigin(origin) === origin && project.vouchedOrigins.includes(origin) && isOriginAllowed({ origin, project })

/** Returns the origins that the kit compares its page with: the project's, and in development those of the local machine. */
export function publicOrigins(request: {
  readonly allowedOrigins: readonly string[]
  readonly development: boolean
}): readonly string[] {
  const { allowedOrigins, development } = request
  return development ? [...allowedOrigins, ...loopbackPatterns] : allowedOrigins
}
