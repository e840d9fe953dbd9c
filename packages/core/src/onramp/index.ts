/** Buying coins with money: what is offered, what it costs, the provider's page, and what became of it. */
export * from './buy.js'
export {
  type ChosenCurrencies,
  type ChosenCurrenciesParameters,
  chosenCurrencies,
  defaultOffer,
  networkIn,
  type OnrampChoice,
  type OnrampOffer,
  onrampOffer,
  type PaymentFault,
  type PaymentRange,
  paymentRange,
  providersFor,
  type ReadPayment,
  readPayment,
} from './offer.js'
export type { Purchase, PurchasePhase } from './purchase.js'
export { onrampPurchases, type PurchaseRow } from './purchaseRows.js'
