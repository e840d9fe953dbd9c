import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.js'

/**
 * Lets pages of other origins read what they are answered. Whether they are answered is decided by `authorize`; the
 * refusal must be readable too, or a developer couldn't see which of the two is missing, the project or the
 * origin. Credentials are never allowed, so no answer depends on who is signed in anywhere.
 * The administration is for no page but its own.
 * @see S8.22, S8.29
 */
export const crossOrigin: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.path === '/admin' || c.req.path.startsWith('/admin/')) return next()
  const origin = c.req.header('origin')
  c.header('Vary', 'Origin')
  if (origin !== undefined) {
    c.header('Access-Control-Allow-Origin', origin)
    c.header('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id')
  }
  if (c.req.method !== 'OPTIONS') return next()
  c.header('Access-Control-Allow-Methods', 'GET, POST, PUT')
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Nonce-Jwt')
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}
