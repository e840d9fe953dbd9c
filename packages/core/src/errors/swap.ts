import type { SwapFault } from '../connector/family.js'
import { FoyerError } from './FoyerError.js'

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

/** The active network isn't one where the server swaps, or knows what gas costs there. */
export class SwapNotSupportedError extends FoyerError {
  override readonly name = 'SwapNotSupportedError'
  readonly code = 'swap_not_supported'

  constructor({ networkId, asked }: { readonly networkId: string | undefined; readonly asked: 'Swaps' | 'Gas Price' }) {
    super(`Network not supported for ${asked}`, { facts: { networkId }, notice: 'error.chainNotSupported' })
  }
}
