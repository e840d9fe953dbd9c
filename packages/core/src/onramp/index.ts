/** Buying coins with money: what is offered, what it costs, the provider's page, and what became of it. */
export { type BuyParameters, buy, purchaseOf } from './buy.js'
export {
  type ChosenCurrencies,
  chosenCurrencies,
  defaultOffer,
  networkIn,
  type OnrampChoice,
  type OnrampOffer,
  providersFor,
} from './offer.js'
export { type OnrampForm, onrampRoom, setOnrampForm } from './onrampRoom.js'
export { type PaymentFault, type PaymentRange, paymentRange, type ReadPayment, readPayment } from './paymentAmount.js'
export type { Purchase, PurchasePhase } from './purchase.js'
export { byMonth, type PurchaseMonth, type PurchaseRow } from './purchaseRows.js'
export { type Fetched, watchOnrampOffer, watchOnrampQuote, watchPurchases } from './watchOnramp.js'
