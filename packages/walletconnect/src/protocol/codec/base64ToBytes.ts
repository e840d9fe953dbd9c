import { type Base64Form, bytesToBase64, looseBase64ToBytes } from './base64.js'
import type { Bytes } from './bytes.js'
import { InvalidTextError } from './InvalidTextError.js'

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

function read(letters: string): Bytes | undefined {
  try {
    return looseBase64ToBytes(letters)
  } catch {
    return undefined
  }
}
