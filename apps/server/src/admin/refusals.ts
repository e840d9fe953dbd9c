import { refusal } from '@foyer/service/errors/ApiError'

/** The token is missing or wrong. */
export class InvalidTokenError extends refusal({
  code: 'invalid_token',
  status: 401,
  name: 'token',
  description: "Give the operator's token: Authorization: Bearer …",
  headers: { 'WWW-Authenticate': 'Bearer' },
}) {}

/** A form came from another page, or its page is too old. */
export class ForeignFormError extends refusal({
  code: 'foreign_form',
  status: 403,
  name: 'form',
  description: 'This form is too old. Go back, load the page again and send it once more.',
}) {}
