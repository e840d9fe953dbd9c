import { ApiError, type Reason, refusal } from './ApiError.js'

/** A field is missing or malformed; each reason names its field. */
export class InvalidInputError extends ApiError {
  constructor(said: Reason | Pick<ApiError, 'reasons'>, { cause }: { cause?: unknown } = {}) {
    super({ code: 'invalid_input', status: 400, ...said, cause })
  }
}

/** The page's origin isn't one of the project's. The sentence is the one that clients look for. @see S8.29 */
export class OriginNotAllowedError extends refusal({
  code: 'origin_not_allowed',
  status: 403,
  name: 'origin',
  description: 'Unauthorized: origin not allowed',
}) {}

/** Asked too often. */
export class RateLimitedError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'rate_limited',
  status: 429,
  name: 'rate',
  description: `Too many requests. Try again in ${retryAfterSeconds} s.`,
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** @param retryAfterSeconds - as a budget gives it; null where there was room. @throws {@link RateLimitedError} */
export function refuseAt(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
}

/** More is under way than this node bears. */
export class OverloadedError extends refusal({
  code: 'overloaded',
  status: 503,
  name: 'server',
  description: 'Too much is asked at the moment. Try again in 1 s.',
  headers: { 'Retry-After': '1' },
}) {}

/** This node should get no requests. It answers a probe that asks every few seconds, and is no failure. */
export class NotReadyError extends ApiError {}

/** The database can't be asked at the moment, or has no room. */
export class DatabaseAwayError extends refusal<[{ cause: unknown }]>({
  code: 'database_away',
  status: 503,
  name: 'database',
  description: "The database doesn't answer at the moment. Try again in 1 s.",
  headers: { 'Retry-After': '1' },
}) {}

/** The body is larger than the route takes. */
export class BodyTooLargeError extends refusal(({ limitBytes }: { limitBytes: number }) => ({
  code: 'body_too_large',
  status: 413,
  name: 'body',
  description: `The body is larger than ${limitBytes} bytes.`,
})) {}

/** The body is neither JSON nor text. */
export class UnsupportedContentError extends refusal({
  code: 'unsupported_content',
  status: 415,
  name: 'content-type',
  description: 'Send JSON as application/json or text/plain.',
}) {}

/** The path is unknown. */
export class NotFoundError extends refusal({
  code: 'not_found',
  status: 404,
  name: 'path',
  description: 'Nothing is found at this address.',
}) {}

/** The client is gone, or was too slow; the answer isn't read, it only ends the request. */
export class GivenUpError extends ApiError {
  constructor({ cause }: { cause?: unknown } = {}) {
    super({ code: 'given_up', status: 408, name: 'request', description: 'The request was given up.', cause })
  }
}
