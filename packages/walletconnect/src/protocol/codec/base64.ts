import type { Bytes } from './bytes.js'

/** `base64` has `+`, `/` and `=` padding (RFC 4648 §4); `base64url` has `-`, `_` and none (§5). */
export type Base64Form = 'base64' | 'base64url'

/** Writes bytes as base64, padded, or as base64url, unpadded. */
export function bytesToBase64(bytes: Uint8Array, form: Base64Form = 'base64'): string {
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  const text = btoa(characters)
  return form === 'base64' ? text : text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads either form, and more than it should: for what the platform itself has written. What others have is read by `base64ToBytes`.
 *
 * @throws DOMException for letters that are of none
 */
export const looseBase64ToBytes = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
