/** The part of a built transaction that isn't as it was agreed, or can't be read at all. */
export type SwapFault = 'call' | 'target' | 'spender' | 'value' | 'amount' | 'minimum' | 'recipient' | 'token'
