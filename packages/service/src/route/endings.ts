import type { Context, Hono } from 'hono'
import { awayReason } from '../db/watchPool.js'
import { ApiError, refusal } from '../errors/ApiError.js'
import { DatabaseAwayError, GivenUpError, NotFoundError, NotReadyError, OverloadedError } from '../errors/refusals.js'
import type { CommonServices } from './commonServices.js'
import { isOfWallet } from './crossOrigin.js'
import type { Env } from './env.js'
import { send } from './send.js'

class InternalError extends refusal({
  code: 'internal',
  status: 500,
  name: 'server',
  description: 'The server failed. Its log has the request id.',
}) {}

interface WithEndings {
  readonly app: Hono<Env>
  readonly services: Pick<CommonServices, 'log' | 'metrics'>
}

/** Answers a request that no route answers, or whose route fails; each refusal is counted by its code. */
export function withEndings({ app, services: { log, metrics } }: WithEndings): Hono<Env> {
  const refuse = (c: Context<Env>, error: ApiError) => {
    metrics.rejected({ route: c.env.visit.route, code: error.code })
    return renderError(c, error)
  }
  return app
    .notFound((c) => refuse(c, new NotFoundError()))
    .onError((thrown, c) => {
      const { visit } = c.env
      const { requestId } = visit
      const away = thrown instanceof ApiError ? null : awayReason(thrown)
      const error = away === null ? thrown : new DatabaseAwayError({ cause: thrown })
      if (error instanceof ApiError) {
        visit.isTooMuch = error instanceof OverloadedError
        // Logged by its status alone: a flood or a probe needn't fill the log as well, and a database that is away is logged once.
        const isQuiet = visit.isTooMuch || error instanceof NotReadyError || away === 'silent'
        if (error.status >= 500 && !isQuiet) log.error({ requestId, error }, 'could not answer')
        return refuse(c, error)
      }
      if (c.req.raw.signal.aborted) return refuse(c, new GivenUpError())
      log.error({ requestId, error }, 'failed')
      return refuse(c, new InternalError())
    })
}

/**
 * The one place that writes a refusal, in the shape that clients of the wire read: `{ status, reasons }`; the wallet's page reads `{ error }`.
 * @see facts of the wire: `reasons[0].description` is what a client shows
 */
export function renderError(c: Context<Env>, error: ApiError): Response {
  const { status, headers, code, message, reasons } = error
  const body = isOfWallet(c.env.visit.path)
    ? { error: { code, message, field: reasons[0].name } }
    : { status: 'FAILED', reasons }
  return send({ c, status, body: JSON.stringify(body), type: 'application/json', headers })
}
