import type { Context } from 'hono'
import type { ApiError } from './ApiError.js'

/**
 * The one place that writes a refusal, in the shape that clients of the wire read: `{ status, reasons }`.
 * @see facts of the wire: `reasons[0].description` is what a client shows
 */
export function renderError(c: Context, error: ApiError): Response {
  const body = { status: 'FAILED', reasons: error.reasons }
  return c.json(body, error.status, { ...error.headers })
}
