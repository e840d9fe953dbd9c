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

/** Returns the origins that the kit compares its page with: the project's, and in development those of the local machine. */
export function publicOrigins(request: {
  readonly allowedOrigins: readonly string[]
  readonly development: boolean
}): readonly string[] {
  const { allowedOrigins, development } = request
  return development ? [...allowedOrigins, ...loopbackPatterns] : allowedOrigins
}
