import type { Bytes } from './bytes.js'
import { InvalidTextError } from './InvalidTextError.js'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Longer than any id of the protocol: the work grows with the square of the length. */
const longest = 128

/** Writes bytes in the base58 of Bitcoin. */
export function bytesToBase58(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let digits = ''
  for (; value > 0n; value /= 58n) digits = `${alphabet[Number(value % 58n)]}${digits}`
  // Zeros before all others add nothing to the number, and have a digit each.
  for (let at = 0; bytes[at] === 0; at += 1) digits = `1${digits}`
  return digits
}

/**
 * Reads the base58 of Bitcoin, of 128 letters at most.
 *
 * @throws {@link InvalidTextError}
 */
export function base58ToBytes(text: string): Bytes {
  if (text.length > longest) throw new InvalidTextError({ form: 'base58' })
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit === -1) throw new InvalidTextError({ form: 'base58' })
    value = value * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; value > 0n; value /= 256n) bytes.unshift(Number(value % 256n))
  const zeros = text.length - text.replace(/^1+/, '').length
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes])
}
