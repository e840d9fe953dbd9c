import type { Hex } from './hex.js'

/** Whether a value is written as an EVM transaction's hash: `0x` and 64 hex digits [S5.27]. */
export function isTransactionHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Whether a value is written as an EVM signature: `0x` and at least 62 hex digits (wallet contracts sign at length) [S5.28]. */
export function isSignature(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{62,}$/.test(value)
}
