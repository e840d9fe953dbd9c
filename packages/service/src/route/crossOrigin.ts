import type { Visit } from './env.js'

/** The administration is for no page but its own, and what the wallet's page asks is for that page alone. */
export const isOwnPage = (path: string): boolean => isAt(path, '/admin') || isOfWallet(path)

/** Whether a path is one that the wallet's own page asks. */
export const isOfWallet = (path: string): boolean => isAt(path, '/login') || isAt(path, '/keeper')

const isAt = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/**
 * The headers of every answer. They let pages of other origins read what they are answered. Whether they are answered is decided by `admit`;
 * the refusal must be readable too, or a developer couldn't see which of the two is missing, the project or the
 * origin. Credentials are never allowed, so no answer depends on who is signed in anywhere.
 * @see S8.22, S8.29
 */
export function headOf({ requestId, path, origin }: Pick<Visit, 'requestId' | 'path' | 'origin'>): Visit['head'] {
  if (isOwnPage(path)) return { 'X-Request-Id': requestId, ...usual }
  if (origin === undefined) return { 'X-Request-Id': requestId, ...usual, Vary: 'Origin' }
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  }
}

const usual = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }

/** The answer to a browser that asks first what its page may send. */
export const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Nonce-Jwt',
  'Access-Control-Max-Age': '600',
}
