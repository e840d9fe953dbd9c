import { ApiError, refusal } from '@foyer/service/errors/ApiError'

/** Nothing can be bought here: the operator has set up no on-ramp, or not this one. */
export class OnrampNotOfferedError extends refusal({
  code: 'onramp_not_offered',
  status: 404,
  name: 'provider',
  description: "Buying isn't offered here, or not by this provider.",
}) {}

/** Not one of the coins, networks or currencies that the options list, or not where the visitor is, as far as that is known. */
export class NotForSaleError extends ApiError {
  constructor({
    field,
  }: {
    field: 'purchaseCurrency' | 'paymentCurrency' | 'defaultNetwork' | 'destinationWallets' | 'country'
  }) {
    super({
      code: 'not_for_sale',
      status: 404,
      name: field,
      description: "Isn't offered. GET /v1/onramp/options lists what is.",
    })
  }
}

/** After the fees nothing is left. */
export class AmountTooSmallError extends refusal({
  code: 'amount_too_small',
  status: 400,
  name: 'amount',
  description: 'After the fees nothing is left to buy with.',
}) {}

/** The coin's price is unknown at the moment. */
export class PriceUnknownError extends refusal({
  code: 'price_unknown',
  status: 404,
  name: 'purchaseCurrency',
  description: 'The price of this coin is not known at the moment.',
}) {}

/** The provider doesn't answer, or not as documented. */
export class ProviderUnavailableError extends refusal<[{ cause: unknown }]>({
  code: 'provider_unavailable',
  status: 502,
  name: 'provider',
  description: "The provider doesn't answer at the moment.",
}) {}
