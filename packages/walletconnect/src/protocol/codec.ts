import * as chain from '@foyer/core/chain'
import { InvalidTextError } from './errors.js'

/** Bytes that WebCrypto takes: never a view of memory that others share. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Returns the result of a read; undefined where it throws, as what can't be read is no failure of ours. */
export function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Puts pieces of bytes behind each other. */
export const joinBytes = (...pieces: readonly ArrayLike<number>[]): Bytes =>
  pieces.reduce<Bytes>((before, piece) => {
    const joined = new Uint8Array(before.length + piece.length)
    joined.set(before)
    joined.set(piece, before.length)
    return joined
  }, new Uint8Array())

/** Writes a text as UTF-8. */
export const utf8ToBytes = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * Reads UTF-8; bytes that aren't are refused, never replaced.
 *
 * @throws TypeError
 */
export const bytesToUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** Writes bytes as the protocol does: lower-case hex without `0x`. */
export const bytesToHex = (bytes: Uint8Array): string => chain.bytesToHex(bytes).slice(2)

/**
 * Reads lower-case hex without `0x`, of whole bytes.
 *
 * @throws {@link InvalidTextError}
 */
export function hexToBytes(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new InvalidTextError({ form: 'hex' })
  return keyToBytes(text)
}

/** Reads a key that was written here, or that a schema has read: it isn't judged again. */
export const keyToBytes = (hex: string): Bytes => chain.hexToBytes(`0x${hex}`)

/** Whether a text is 32 bytes in hex, as topics and keys are written. */
export const isHex32 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** `base64` has `+`, `/` and `=` padding (RFC 4648 §4); `base64url` has `-`, `_` and none (§5). */
export type Base64Form = 'base64' | 'base64url'

/** Writes bytes as base64, padded, or as base64url, unpadded. */
export function bytesToBase64(bytes: Uint8Array, form: Base64Form = 'base64'): string {
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  const text = btoa(characters)
  return form === 'base64' ? text : unpadded(text.replaceAll('+', '-').replaceAll('/', '_'))
}

/**
 * Reads either form, and more than it should: for what the platform itself has written. What others have is read by `base64ToBytes`.
 *
 * @throws DOMException for letters that are of none
 */
export const looseBase64ToBytes = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))

/**
 * Reads base64 or base64url, padded or not. Letters of the other form, white space and stray bits after the last byte are refused,
 * so that no two texts of the same padding mean the same bytes.
 *
 * @throws {@link InvalidTextError}
 */
export function base64ToBytes(text: string, form: Base64Form = 'base64'): Bytes {
  const bytes = bytesOfBase64(text, form)
  if (!bytes) throw new InvalidTextError({ form })
  return bytes
}

/** As `base64ToBytes`; undefined for what is none. */
export function bytesOfBase64(text: string, form: Base64Form = 'base64'): Bytes | undefined {
  const bytes = attempt(() => looseBase64ToBytes(text))
  // What isn't written as these bytes are isn't read as them.
  return bytes && unpadded(bytesToBase64(bytes, form)) === unpadded(text) ? bytes : undefined
}

/** Without the signs that fill base64 up. */
export const unpadded = (text: string): string => text.replace(/(?<!=)=+$/, '')

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
