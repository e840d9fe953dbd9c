import { ApiError } from '../errors/ApiError.js'

/** Nothing can be bought here: the operator has set up no on-ramp, or not this one. */
export class OnrampNotOfferedError extends ApiError {
  override readonly name = 'OnrampNotOfferedError'
  constructor() {
    super({
      code: 'onramp_not_offered',
      status: 404,
      reasons: [{ name: 'provider', description: "Buying isn't offered here, or not by this provider." }],
    })
  }
}

/** Not one of the coins, networks or currencies that the options list. */
export class NotForSaleError extends ApiError {
  override readonly name = 'NotForSaleError'
  constructor({ field }: { field: 'purchaseCurrency' | 'paymentCurrency' | 'defaultNetwork' | 'destinationWallets' }) {
    super({
      code: 'not_for_sale',
      status: 404,
      reasons: [{ name: field, description: "Isn't offered. GET /v1/onramp/options lists what is." }],
    })
  }
}

/** After the fees nothing is left. */
export class AmountTooSmallError extends ApiError {
  override readonly name = 'AmountTooSmallError'
  constructor() {
    super({
      code: 'amount_too_small',
      status: 400,
      reasons: [{ name: 'amount', description: 'After the fees nothing is left to buy with.' }],
    })
  }
}

/** The coin's price is unknown at the moment. */
export class PriceUnknownError extends ApiError {
  override readonly name = 'PriceUnknownError'
  constructor() {
    super({
      code: 'price_unknown',
      status: 404,
      reasons: [{ name: 'purchaseCurrency', description: 'The price of this coin is not known at the moment.' }],
    })
  }
}

/** The provider doesn't answer, or not as documented. */
export class ProviderUnavailableError extends ApiError {
  override readonly name = 'ProviderUnavailableError'
  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'provider_unavailable',
      status: 502,
      reasons: [{ name: 'provider', description: "The provider doesn't answer at the moment." }],
      cause,
    })
  }
}
