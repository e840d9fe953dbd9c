import { WalletError, type WalletErrorOptions } from './WalletError.js'

/** A wallet failed in a way that no standard names. `cause` is what it threw. */
export class UnknownWalletError extends WalletError {
  override readonly name = 'UnknownWalletError'
  readonly code = 'unknown_wallet'

  constructor({ text, ...options }: WalletErrorOptions & { readonly text?: string | undefined } = {}) {
    super(`The wallet failed${text ? `: ${text.slice(0, 500)}` : ' without saying why.'}`, 'error.unknown', options)
  }
}
