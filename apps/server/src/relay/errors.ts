import { ApiError } from '../errors/ApiError.js'

/** The faults of the token that a client opens its socket with. Clients match the texts. */
const sentences = {
  missing: 'JWT is missing',
  early: 'JWT Token is not yet valid',
  late: 'JWT Token is expired',
  long: 'JWT Token is valid for more than a day',
  audience: 'JWT Token is for another relay',
  malformed: 'JWT Token is malformed',
  signature: 'JWT Token is not signed by its issuer',
} as const

/** A client's token is rejected. @see S8.29 */
export class RelayTokenError extends ApiError {
  constructor({ fault, cause }: { fault: keyof typeof sentences; cause?: unknown }) {
    super({
      code: 'relay_token',
      status: 401,
      name: 'auth',
      description: `JWT validation error: ${sentences[fault]}`,
      cause,
    })
  }
}
