import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.js'
import { send } from './send.js'

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
  const named = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin, ...exposed }
  c.set('head', { ...c.get('head'), Vary: 'Origin', ...named })
  if (c.req.method !== 'OPTIONS') return next()
  return send({ c, status: 204, headers: preflight })
}

const exposed = { 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' }
const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Nonce-Jwt',
  'Access-Control-Max-Age': '600',
}
