import { ApiError } from '../errors/ApiError.js'
import type { ProviderError } from '../provider/ProviderError.js'

/** Nothing is swapped on this network here. The sentence is the one that clients know. @see S8.16 */
export class SwapsNotSupportedError extends ApiError {
  override readonly name = 'SwapsNotSupportedError'
  constructor({ field }: { field: string }) {
    const reasons = [{ name: field, description: 'Network not supported for Swaps' }] as const
    super({ code: 'swaps_not_supported', status: 400, reasons })
  }
}

/** The network has no gas, or isn't known here. The sentence is the one that clients know. */
export class GasPriceNotSupportedError extends ApiError {
  override readonly name = 'GasPriceNotSupportedError'
  constructor() {
    const reasons = [{ name: 'chainId', description: 'Network not supported for Gas Price' }] as const
    super({ code: 'gas_price_not_supported', status: 400, reasons })
  }
}

/** The two tokens can't be swapped for each other, or not so much of them. */
export class NoRouteError extends ApiError {
  override readonly name = 'NoRouteError'
  constructor() {
    const description = 'There is no way to swap this amount of these two tokens at an acceptable price.'
    super({ code: 'no_route', status: 400, reasons: [{ name: 'to', description }] })
  }
}

/** What was promised can't be had any more. */
export class PriceMovedError extends ApiError {
  override readonly name = 'PriceMovedError'
  constructor() {
    const description =
      'The price has moved: the swap would give less than the least that was asked for. Ask for a quote.'
    super({ code: 'price_moved', status: 409, reasons: [{ name: 'minAmount', description }] })
  }
}

/** The network's own coin is sent along, and wrapped coins are unwrapped by their own contract. */
export class ApprovalNotNeededError extends ApiError {
  override readonly name = 'ApprovalNotNeededError'
  constructor() {
    const reasons = [{ name: 'from', description: 'This swap takes place without an approval.' }] as const
    super({ code: 'approval_not_needed', status: 400, reasons })
  }
}

/** An approval is for an exact amount, and none was given. */
export class AmountUnknownError extends ApiError {
  override readonly name = 'AmountUnknownError'
  constructor() {
    const description = 'Approvals are for an exact amount: say it, or ask for a quote of these two tokens first.'
    super({ code: 'amount_unknown', status: 400, reasons: [{ name: 'amount', description }] })
  }
}

/** The network says that the transaction would fail. */
export class WouldFailError extends ApiError {
  override readonly name = 'WouldFailError'
  constructor() {
    const description = 'The transaction would fail: the balance or the approval is too small, or the token refuses.'
    super({ code: 'would_fail', status: 400, reasons: [{ name: 'userAddress', description }] })
  }
}

/** Who quotes on this network gives no answer now, or doesn't take our key: the log says which. */
export class SwapProviderAwayError extends ApiError {
  override readonly name = 'SwapProviderAwayError'
  constructor({ cause }: { cause: ProviderError }) {
    const description = "Swaps of this network aren't available at the moment."
    const { retryAfterMs } = cause
    const headers = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) }
    super({ code: 'swap_provider_away', status: 503, reasons: [{ name: 'from', description }], headers, cause })
  }
}
