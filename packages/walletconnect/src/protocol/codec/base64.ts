import type { Bytes } from './bytes.js'
import { InvalidTextError } from './InvalidTextError.js'

/** `base64` has `+`, `/` and `=` padding (RFC 4648 §4); `base64url` has `-`, `_` and none (§5). */
export type Base64Form = 'base64' | 'base64url'

/** Writes bytes as base64, padded, or as base64url, unpadded. */
export function bytesToBase64(bytes: Uint8Array, form: Base64Form = 'base64'): string {
  let characters = ''
  // In pieces: a call can't have arguments without end.
  for (let start = 0; start < bytes.length; start += 8_192)
    characters += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  const text = btoa(characters)
  return form === 'base64' ? text : text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads base64 or base64url, padded or not. Letters of the other form, white space and stray bits after the last byte are refused,
 * so that no two texts of the same padding mean the same bytes.
 *
 * @throws {@link InvalidTextError}
 */
export function base64ToBytes(text: string, form: Base64Form = 'base64'): Bytes {
  const letters = text.replace(/={1,2}$/, '')
  const isPaddedRight = letters.length === text.length || text.length % 4 === 0
  const bytes = isPaddedRight ? read(letters) : undefined
  // What isn't written as these bytes are isn't read as them.
  if (!bytes || bytesToBase64(bytes, form).replace(/=+$/, '') !== letters) throw new InvalidTextError({ form })
  return bytes
}

/** Reads more than it should; undefined for what is none. */
function read(letters: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}
