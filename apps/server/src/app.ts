import { type Context, Hono } from 'hono'
import { ApiError } from './errors/ApiError.js'
import { NotFoundError, OverloadedError } from './errors/refusals.js'
import { adminPages } from './routes/adminPages.js'
import { crossOrigin } from './routes/crossOrigin.js'
import type { Env } from './routes/env.js'
import { routes } from './routes/operations.js'
import { requestLog } from './routes/requestLog.js'
import { mount } from './routes/route.js'
import type { Services } from './services.js'

/**
 * The whole API as a value: give it a request, it gives an answer. A port is only one way to call it.
 * @example
 * const answer = await createApp(services).request('/healthz')
 */
export function createApp(services: Services): Hono<Env> {
  const { log } = services
  return new Hono<Env>()
    .use(requestLog(services), crossOrigin)
    .route('/', mount({ services, routes }))
    .route('/', adminPages(services))
    .notFound((c) => renderError(c, new NotFoundError()))
    .onError((error, c) => {
      const { requestId } = c.var
      if (error instanceof ApiError) {
        // Logged by its status alone: a flood needn't fill the log as well.
        const isFlood = error instanceof OverloadedError
        if (error.status >= 500 && !isFlood) log.error({ requestId, error }, 'could not answer')
        return renderError(c, error)
      }
      if (c.req.raw.signal.aborted) {
        // The client is gone, so this answer isn't read; it only ends the request.
        const reasons = [{ name: 'request', description: 'The request was given up.' }] as const
        return renderError(c, new ApiError({ code: 'given_up', status: 408, reasons }))
      }
      log.error({ requestId, error }, 'failed')
      const reasons = [{ name: 'server', description: 'The server failed. Its log has the request id.' }] as const
      return renderError(c, new ApiError({ code: 'internal', status: 500, reasons }))
    })
}

/**
 * The one place that writes a refusal, in the shape that clients of the wire read: `{ status, reasons }`.
 * @see facts of the wire: `reasons[0].description` is what a client shows
 */
export function renderError(c: Context, error: ApiError): Response {
  const body = { status: 'FAILED', reasons: error.reasons }
  return c.json(body, error.status, { ...error.headers })
}
