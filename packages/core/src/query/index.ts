/** Fetched and cached data: balances, tokens, names, histories, and whatever a feature's room defines. */
export type { AccountSubject, Definition, Fetched, OfAccount } from './definition.js'
export type { Fetchable } from './fetchable.js'
export { watch } from './watch.js'
