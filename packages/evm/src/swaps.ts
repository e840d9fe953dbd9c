/** What a transaction swaps, read of its data: for servers, without an adapter. */

export { readSwap } from './actions/readSwap.js'
