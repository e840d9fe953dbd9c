/** Making, checking and finishing PSBTs, in one chunk: fetched when one is signed. */
export { checkedPsbt, finalTransaction, inputsIn } from './signed.js'
export { spendingPsbt, transferPsbt } from './transfer.js'
