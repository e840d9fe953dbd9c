import { FoyerError } from './FoyerError.js'

/** What of a built transaction isn't as it was agreed, or can't be read at all. */
export type SwapFault = 'call' | 'target' | 'spender' | 'value' | 'amount' | 'minimum' | 'recipient' | 'token'

/** A server built a transaction that isn't the swap that the visitor saw; the wallet was asked for nothing [F27]. */
export class UnsafeSwapError extends FoyerError {
  override readonly name = 'UnsafeSwapError'
  readonly code = 'unsafe_swap'

  constructor({ fault }: { readonly fault: SwapFault }) {
    super(`The server built a transaction whose ${fault} isn't what was agreed, so it isn't signed.`, {
      facts: { fault },
      notice: 'swap.unsafe',
    })
  }
}
