/** The swap in a transaction's data: for servers, without an adapter. */

export { readSwap } from './actions/readSwap.js'
