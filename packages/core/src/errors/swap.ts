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

/** Something of a swap didn't come about; `notice` says what, and the cause why. */
export class SwapFailedError extends FoyerError {
  override readonly name = 'SwapFailedError'
  readonly code = 'swap_failed'

  constructor({ step, cause }: { readonly step: keyof typeof notices; readonly cause?: unknown }) {
    super(`${failures[step]}.`, { facts: { step }, notice: notices[step], cause })
  }
}

const failures = {
  initialize: 'Failed to initialize swap',
  allowance: 'Failed to check allowance',
  approval: 'Failed to create approval transaction',
  transaction: 'Failed to create transaction',
} as const

const notices = {
  initialize: 'swap.initFailed',
  allowance: 'swap.allowanceFailed',
  approval: 'swap.approvalFailed',
  transaction: 'swap.transactionFailed',
} as const
