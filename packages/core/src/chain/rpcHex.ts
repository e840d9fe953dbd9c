import { bytesToHex, type Hex, InvalidHexError, isHex } from './hex.js'

/**
 * Writes a number as a JSON-RPC quantity: no leading zeros.
 *
 * @throws {@link InvalidHexError} for a negative number
 * @example bigintToHex(31n) // '0x1f'
 */
export function bigintToHex(value: bigint): Hex {
  if (value < 0n) throw new InvalidHexError({ wanted: 'a number of 0 or more' })
  return `0x${value.toString(16)}`
}

/**
 * Reads a JSON-RPC quantity. Leading zeros are borne, as wallets send them.
 *
 * @throws {@link InvalidHexError}
 * @example hexToBigint('0x1f') // 31n
 */
export function hexToBigint(hex: string): bigint {
  if (!isHex(hex) || hex.length < 3) throw new InvalidHexError({ wanted: 'quantity' })
  return BigInt(hex)
}

/**
 * Writes a text's UTF-8 bytes as hex, as `personal_sign` takes them.
 *
 * @example utf8ToHex('hi') // '0x6869'
 */
export function utf8ToHex(text: string): Hex {
  return bytesToHex(new TextEncoder().encode(text))
}

/** Whether a value is written as an EVM transaction's hash: `0x` and 64 hex digits [S5.27]. */
export function isTransactionHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Whether a value is written as an EVM signature: `0x` and at least 62 hex digits (wallet contracts sign at length) [S5.28]. */
export function isSignature(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{62,}$/.test(value)
}
