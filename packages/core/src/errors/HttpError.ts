import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** One of the server's own reasons for a refusal. */
export interface HttpReason {
  readonly name: string
  readonly description: string
}

export interface HttpErrorOptions {
  readonly status: number
  /** The answer's text as it came. */
  readonly body: string
  readonly reasons?: readonly HttpReason[] | undefined
  /** How long the server asked to wait, in milliseconds (RFC 9110 §10.2.3). */
  readonly retryAfterMs?: number | undefined
  readonly context?: ErrorFacts | undefined
}

/** A server answered with something else than 2xx [S8.35 S8.36]. */
export class HttpError extends FoyerError {
  override readonly name = 'HttpError'
  readonly code = 'http'
  readonly status: number
  readonly body: string
  readonly reasons: readonly HttpReason[]
  readonly retryAfterMs: number | undefined

  constructor({ status, body, reasons = [], retryAfterMs, context }: HttpErrorOptions) {
    super(`HTTP status code: ${status}`, {
      facts: { ...context, status },
      notice: status === 429 ? 'error.busy' : status >= 500 ? 'error.serverUnavailable' : 'error.unknown',
    })
    this.status = status
    this.body = body
    this.reasons = reasons
    this.retryAfterMs = retryAfterMs
  }
}
