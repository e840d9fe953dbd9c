import { FoyerError } from '@foyer/core/error'

/** Refusals of custody's ciphers: `wrong_key` where a key, a text or what belongs to it doesn't fit, `wrong_signature` where a signature doesn't. */
export class CustodyError extends FoyerError {
  override readonly name = 'CustodyError'
  readonly code: 'wrong_key' | 'wrong_signature'

  constructor({
    code,
    what,
    cause,
  }: { readonly code: CustodyError['code']; readonly what: string; readonly cause?: unknown }) {
    super(code === 'wrong_key' ? `The ${what} doesn’t open with this key.` : `The ${what} isn’t signed by its key.`, {
      facts: { what },
      cause,
    })
    this.code = code
  }
}
