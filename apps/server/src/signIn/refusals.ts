import { ApiError } from '../errors/ApiError.js'

/** The operator set no key that tokens could be signed with. */
export class SignInOffError extends ApiError {
  override readonly name = 'SignInOffError'
  constructor() {
    super({
      code: 'sign_in_off',
      status: 501,
      reasons: [{ name: 'sign-in', description: 'Nobody can sign in to this server: its operator set no key for it.' }],
    })
  }
}

/** A token is missing, over, of another kind or project, or none of this server's. Which of them isn't said. */
export class SignInTokenError extends ApiError {
  override readonly name = 'SignInTokenError'
  constructor() {
    super({
      code: 'sign_in_token',
      status: 401,
      reasons: [{ name: 'token', description: 'The token is missing, or doesn’t hold any more. Sign in again.' }],
    })
  }
}

/** The nonce was used before: by this sign-in, or by another that was faster. */
export class NonceUsedError extends ApiError {
  override readonly name = 'NonceUsedError'
  constructor() {
    super({
      code: 'nonce_used',
      status: 409,
      reasons: [{ name: 'nonce', description: 'This was used to sign in before. Sign in again.' }],
    })
  }
}

/** The signed message was refused, for the field that the reason names. */
export class SignInRefusedError extends ApiError {
  override readonly name = 'SignInRefusedError'
  constructor({ field, cause }: { field: string; cause?: unknown }) {
    const description =
      field === 'signature' ? 'The signature is not valid' : `The signed message can't be taken: see its ${field}.`
    super({ code: 'sign_in_refused', status: 403, reasons: [{ name: field, description }], cause })
  }
}
