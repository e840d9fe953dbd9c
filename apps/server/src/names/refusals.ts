import { ApiError, type Reason } from '../errors/ApiError.js'

/** The name is unregistered or unknown. The sentence is the one that clients show. @see S8.19 */
export class NameNotFoundError extends ApiError {
  override readonly name = 'NameNotFoundError'
  constructor() {
    super({ code: 'name_not_found', status: 404, reasons: [{ name: 'name', description: 'Error resolving name' }] })
  }
}

/** A name can't be registered; the sentence gives the visitor the reason. */
export class NameRefusedError extends ApiError {
  override readonly name = 'NameRefusedError'
  constructor(reason: Reason) {
    super({ code: 'name_refused', status: 400, reasons: [reason] })
  }
}

/** The name, or one that looks like it, is taken; or the address has a name; or the signed text was used. */
export class NameTakenError extends ApiError {
  override readonly name = 'NameTakenError'
  constructor(reason: Reason) {
    super({ code: 'name_taken', status: 409, reasons: [reason] })
  }
}

/** Too many names were registered from a network today. */
export class NameLimitError extends ApiError {
  override readonly name = 'NameLimitError'
  constructor({ retryAfterSeconds }: { retryAfterSeconds: number }) {
    super({
      code: 'name_limit',
      status: 429,
      reasons: [
        { name: 'client', description: 'Too many names were registered from your network. Try again tomorrow.' },
      ],
      headers: { 'Retry-After': String(retryAfterSeconds) },
    })
  }
}

/** The server gives no names, or not below this domain. */
export class NamesNotOfferedError extends ApiError {
  override readonly name = 'NamesNotOfferedError'
  constructor() {
    super({
      code: 'names_not_offered',
      status: 404,
      reasons: [{ name: 'zone', description: "Names below this domain can't be registered here." }],
    })
  }
}

/** A name's own resolver or gateway is broken, or away. */
export class NameUnreadableError extends ApiError {
  override readonly name = 'NameUnreadableError'
  constructor({ cause }: { cause: unknown }) {
    const reasons = [{ name: 'name', description: "This name can't be looked up at the moment." }] as const
    super({ code: 'name_unreadable', status: 502, reasons, cause })
  }
}
