import { ApiError, refusal } from '@foyer/service/errors/ApiError'

/** The operator set no key that tokens could be signed with. */
export class SignInOffError extends refusal({
  code: 'sign_in_off',
  status: 501,
  name: 'sign-in',
  description: 'No one can sign in to this server: its operator set no key for it.',
}) {}

/** A token is missing, over, of another kind or project, or none of this server's. Which of them isn't said. */
export class SignInTokenError extends refusal({
  code: 'sign_in_token',
  status: 401,
  name: 'token',
  description: 'The token is missing, or doesn’t hold any more. Sign in again.',
}) {}

/** The nonce was used before: by this sign-in, or by another that was faster. */
export class NonceUsedError extends refusal({
  code: 'nonce_used',
  status: 409,
  name: 'nonce',
  description: 'This was used to sign in before. Sign in again.',
}) {}

/** The signed message was refused, for the field that the reason names. */
export class SignInRefusedError extends ApiError {
  constructor({ field, cause }: { field: string; cause?: unknown }) {
    const description =
      field === 'signature' ? 'The signature is not valid' : `The signed message can't be taken: see its ${field}.`
    super({ code: 'sign_in_refused', status: 403, name: field, description, cause })
  }
}
