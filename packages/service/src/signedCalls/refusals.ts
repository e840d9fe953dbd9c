import { ApiError } from '../errors/ApiError.js'

/** A signed call isn't signed by the key that it names, or its nonce was used, is over or isn't this server's. */
export class SignatureRefusedError extends ApiError {
  constructor({ field }: { field: 'nonce' | 'signature' }) {
    const description =
      field === 'nonce' ? 'The nonce was used before, or is over. Ask for another.' : 'The signature is not valid.'
    super({ code: 'signature_refused', status: 401, name: field, description })
  }
}
