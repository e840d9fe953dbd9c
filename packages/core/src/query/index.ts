/** Fetched and cached data: balances, tokens, names, histories, and whatever a feature's room defines. */
export type { AccountSubject, Definition, Fetchable, Fetched, OfAccount } from './definition.js'
export { watch } from './watch.js'
