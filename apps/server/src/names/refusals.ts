import { ApiError, type Reason, refusal } from '@foyer/service/errors/ApiError'

/** The name is unregistered or unknown. The sentence is the one that clients show. @see S8.19 */
export class NameNotFoundError extends refusal({
  code: 'name_not_found',
  status: 404,
  name: 'name',
  description: 'Error resolving name',
}) {}

/** A name can't be registered; the sentence gives the visitor the reason. */
export class NameRefusedError extends ApiError {
  constructor(reason: Reason) {
    super({ code: 'name_refused', status: 400, reasons: [reason] })
  }
}

/** The name, or one that looks like it, is taken; or the address has a name; or the signed text was used. */
export class NameTakenError extends ApiError {
  constructor(reason: Reason) {
    super({ code: 'name_taken', status: 409, reasons: [reason] })
  }
}

/** Too many names were registered from a network today. */
export class NameLimitError extends refusal(({ retryAfterSeconds }: { retryAfterSeconds: number }) => ({
  code: 'name_limit',
  status: 429,
  name: 'client',
  description: 'Too many names were registered from your network. Try again tomorrow.',
  headers: { 'Retry-After': String(retryAfterSeconds) },
})) {}

/** The server gives no names, or not below this domain. */
export class NamesNotOfferedError extends refusal({
  code: 'names_not_offered',
  status: 404,
  name: 'zone',
  description: "Names below this domain can't be registered here.",
}) {}

/** A name's own resolver or gateway is broken, or away. */
export class NameUnreadableError extends refusal<[{ cause: unknown }]>({
  code: 'name_unreadable',
  status: 502,
  name: 'name',
  description: "This name can't be looked up at the moment.",
}) {}
