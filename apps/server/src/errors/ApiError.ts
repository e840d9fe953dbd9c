import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** One thing that is wrong: what it is about (a field's name, where there is one) and a sentence. */
export interface Reason {
  readonly name: string
  readonly description: string
}

export interface ApiErrorOptions {
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly reasons: readonly [Reason, ...Reason[]]
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly cause?: unknown
}

/** The base of every refusal that a client receives. Its message is for clients, so it never holds what another client sent. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly code: string
  readonly status: ContentfulStatusCode
  readonly reasons: readonly [Reason, ...Reason[]]
  readonly headers: Readonly<Record<string, string>>

  constructor({ code, status, reasons, headers, cause }: ApiErrorOptions) {
    super(reasons[0].description, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.reasons = reasons
    this.headers = headers ?? {}
  }
}
