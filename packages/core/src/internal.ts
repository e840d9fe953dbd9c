/** What the kit's own packages use of core; outside of semantic versioning. */

export { remedyOf } from './config/alerts.js'
export { isUsable } from './config/isUsable.js'
export { contextOf, type FoyerContext, whenLoaded } from './context.js'
export { createConnectionControls } from './createConnectionControls.js'
export { asText, exchange, readJson } from './http/exchange.js'
export { mayRetryHttp, withRetries } from './http/retry.js'
export { en } from './messages/en.js'
export { enViews } from './messages/enViews.js'
export { type Observable, type ObservableValue, observable } from './store/observable.js'
export { roomOf } from './store/roomOf.js'
export { reportUnexpected } from './view/shownAttempt.js'
export { pickedWallet } from './wallets/walletImages.js'
