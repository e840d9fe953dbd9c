import { ApiError, refusal } from '@foyer/service/errors/ApiError'
import type { ProviderError } from '../provider/ProviderError.js'

/** Nothing is swapped on this network here. The sentence is the one that clients know. @see S8.16 */
export class SwapsNotSupportedError extends ApiError {
  constructor({ field }: { field: string }) {
    super({ code: 'swaps_not_supported', status: 400, name: field, description: 'Network not supported for Swaps' })
  }
}

/** The network has no gas, or isn't known here. The sentence is the one that clients know. */
export class GasPriceNotSupportedError extends refusal({
  code: 'gas_price_not_supported',
  status: 400,
  name: 'chainId',
  description: 'Network not supported for Gas Price',
}) {}

/** The two tokens can't be swapped for each other, or not so much of them. */
export class NoRouteError extends refusal({
  code: 'no_route',
  status: 400,
  name: 'to',
  description: 'There is no way to swap this amount of these two tokens at an acceptable price.',
}) {}

/** The promised amount can't be had any more. */
export class PriceMovedError extends refusal({
  code: 'price_moved',
  status: 409,
  name: 'minAmount',
  description: 'The price has moved: the swap would give less than the least that was asked for. Ask for a quote.',
}) {}

/** The network's own coin is sent along, and wrapped coins are unwrapped by their own contract. */
export class ApprovalNotNeededError extends refusal({
  code: 'approval_not_needed',
  status: 400,
  name: 'from',
  description: 'This swap takes place without an approval.',
}) {}

/** An approval is for an exact amount, and none was given. */
export class AmountUnknownError extends refusal({
  code: 'amount_unknown',
  status: 400,
  name: 'amount',
  description: 'Approvals are for an exact amount: say it, or ask for a quote of these two tokens first.',
}) {}

/** The network says that the transaction would fail. */
export class WouldFailError extends refusal({
  code: 'would_fail',
  status: 400,
  name: 'userAddress',
  description: 'The transaction would fail: the balance or the approval is too small, or the token refuses.',
}) {}

/** The venue that quotes on this network gives no answer now, or doesn't take our key: the log says which. */
export class SwapProviderAwayError extends ApiError {
  constructor({ cause }: { cause: ProviderError }) {
    const description = "Swaps of this network aren't available at the moment."
    const { retryAfterMs } = cause
    const headers = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) }
    super({ code: 'swap_provider_away', status: 503, name: 'from', description, headers, cause })
  }
}
