import { ApiError, type Reason } from './ApiError.js'

/** A field is missing or malformed; each reason names its field. */
export class InvalidInputError extends ApiError {
  override readonly name = 'InvalidInputError'
  constructor({ reasons, cause }: { reasons: readonly [Reason, ...Reason[]]; cause?: unknown }) {
    super({ code: 'invalid_input', status: 400, reasons, cause })
  }
}

/** The project id is missing or unknown. The sentence is the one that clients look for. @see S8.29 */
export class InvalidKeyError extends ApiError {
  override readonly name = 'InvalidKeyError'
  constructor() {
    super({
      code: 'invalid_key',
      status: 401,
      reasons: [{ name: 'projectId', description: 'Unauthorized: invalid key' }],
    })
  }
}

/** The page's origin isn't one of the project's. The sentence is the one that clients look for. @see S8.29 */
export class OriginNotAllowedError extends ApiError {
  override readonly name = 'OriginNotAllowedError'
  constructor() {
    super({
      code: 'origin_not_allowed',
      status: 403,
      reasons: [{ name: 'origin', description: 'Unauthorized: origin not allowed' }],
    })
  }
}

/** Asked too often. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
  constructor({ retryAfterSeconds }: { retryAfterSeconds: number }) {
    super({
      code: 'rate_limited',
      status: 429,
      reasons: [{ name: 'rate', description: `Too many requests. Try again in ${retryAfterSeconds} s.` }],
      headers: { 'Retry-After': String(retryAfterSeconds) },
    })
  }
}

/** More is under way than this node bears. */
export class OverloadedError extends ApiError {
  override readonly name = 'OverloadedError'
  constructor() {
    super({
      code: 'overloaded',
      status: 503,
      reasons: [{ name: 'server', description: 'Too much is asked at the moment. Try again in 1 s.' }],
      headers: { 'Retry-After': '1' },
    })
  }
}

/** The database can't be asked at the moment, or has no room. */
export class DatabaseAwayError extends ApiError {
  override readonly name = 'DatabaseAwayError'
  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'database_away',
      status: 503,
      reasons: [{ name: 'database', description: "The database doesn't answer at the moment. Try again in 1 s." }],
      headers: { 'Retry-After': '1' },
      cause,
    })
  }
}

/** The body is larger than the route takes. */
export class BodyTooLargeError extends ApiError {
  override readonly name = 'BodyTooLargeError'
  constructor({ limitBytes }: { limitBytes: number }) {
    super({
      code: 'body_too_large',
      status: 413,
      reasons: [{ name: 'body', description: `The body is larger than ${limitBytes} bytes.` }],
    })
  }
}

/** The body is neither JSON nor text. */
export class UnsupportedContentError extends ApiError {
  override readonly name = 'UnsupportedContentError'
  constructor() {
    super({
      code: 'unsupported_content',
      status: 415,
      reasons: [{ name: 'content-type', description: 'Send JSON as application/json or text/plain.' }],
    })
  }
}

/** The network isn't one that this server knows. */
export class UnknownChainError extends ApiError {
  override readonly name = 'UnknownChainError'
  constructor() {
    super({
      code: 'unknown_chain',
      status: 400,
      reasons: [
        { name: 'chainId', description: "This network isn't offered. GET /v1/supported-chains lists those that are." },
      ],
    })
  }
}

/** The path is unknown. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
  constructor() {
    super({
      code: 'not_found',
      status: 404,
      reasons: [{ name: 'path', description: 'Nothing is found at this address.' }],
    })
  }
}

/** A network's nodes don't answer. */
export class ChainUnavailableError extends ApiError {
  override readonly name = 'ChainUnavailableError'
  constructor({ chainId, cause }: { chainId: string; cause: unknown }) {
    super({
      code: 'chain_unavailable',
      status: 502,
      reasons: [{ name: 'chainId', description: `The network ${chainId} doesn't answer at the moment.` }],
      cause,
    })
  }
}

/** None of the places where prices are found can be asked. */
export class PricesUnavailableError extends ApiError {
  override readonly name = 'PricesUnavailableError'
  constructor({ chainId, cause }: { chainId: string; cause: unknown }) {
    super({
      code: 'prices_unavailable',
      status: 502,
      reasons: [{ name: 'addresses', description: `The prices on ${chainId} can't be had at the moment.` }],
      cause,
    })
  }
}
