import { ApiError } from '../errors/ApiError.js'

/** The token is missing or wrong. */
export class InvalidTokenError extends ApiError {
  override readonly name = 'InvalidTokenError'
  constructor() {
    super({
      code: 'invalid_token',
      status: 401,
      reasons: [{ name: 'token', description: "Give the operator's token: Authorization: Bearer …" }],
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
}

/** A form came from another page, or its page is too old. */
export class ForeignFormError extends ApiError {
  override readonly name = 'ForeignFormError'
  constructor() {
    super({
      code: 'foreign_form',
      status: 403,
      reasons: [
        { name: 'form', description: 'This form is too old. Go back, load the page again and send it once more.' },
      ],
    })
  }
}
