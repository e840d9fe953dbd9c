/** What is fetched and cached: balances, tokens, names, histories, and whatever a feature's room defines. */
export type { Definition, Fetched } from './definition.js'
export type { Fetchable } from './named.js'
export type { AccountSubject, OfAccount } from './subject.js'
export { watch } from './watch.js'
