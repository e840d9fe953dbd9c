import { failure } from '../errors/failure.js'

/** Hexadecimal text as JSON-RPC writes it. */
export type Hex = `0x${string}`

/** Whether a value is `0x` and hex digits, of any length. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)
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

/** Writes bytes as hex, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return `0x${digits}`
}

/** A value that isn't hexadecimal as Ethereum's JSON-RPC writes it, or doesn't hold what was asked of it. */
export class InvalidHexError extends /* @__PURE__ */ failure('invalid_hex', {
  text: ({ wanted }: { wanted: 'quantity' | 'bytes' | 'transaction hash' | 'a number of 0 or more' }) =>
    `Invalid hexadecimal: wanted ${wanted}, such as 0x1f.`,
}) {}
