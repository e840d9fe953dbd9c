import { failure } from '../errors/failure.js'

/** Hexadecimal text as JSON-RPC writes it. */
export type Hex = `0x${string}`

/** Whether a value is `0x` and hex digits, of any length. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
}

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
 * Reads hex of whole bytes.
 *
 * @throws {@link InvalidHexError}
 */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  if (!isHex(hex) || hex.length % 2 !== 0) throw new InvalidHexError({ wanted: 'bytes' })
  return Uint8Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 + index * 2, 4 + index * 2), 16),
  )
}

/**
 * Writes a text's UTF-8 bytes as hex, as `personal_sign` takes them.
 *
 * @example utf8ToHex('hi') // '0x6869'
 */
export function utf8ToHex(text: string): Hex {
  return bytesToHex(new TextEncoder().encode(text))
}

/** Writes bytes as hex, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return `0x${digits}`
}

/** Whether a value is written as an EVM transaction's hash: `0x` and 64 hex digits [S5.27]. */
export function isTransactionHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Whether a value is written as an EVM signature: `0x` and at least 62 hex digits (wallet contracts sign at length) [S5.28]. */
export function isSignature(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{62,}$/.test(value)
}

/** A value that isn't hexadecimal as Ethereum's JSON-RPC writes it, or doesn't hold what was asked of it. */
export class InvalidHexError extends /* @__PURE__ */ failure('invalid_hex', {
  text: ({ wanted }: { wanted: 'quantity' | 'bytes' | 'transaction hash' | 'a number of 0 or more' }) =>
    `Invalid hexadecimal: wanted ${wanted}, such as 0x1f.`,
}) {}
