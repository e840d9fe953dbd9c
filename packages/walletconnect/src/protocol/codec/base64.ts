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
  const known = form === 'base64' ? /^[A-Za-z0-9+/]*$/ : /^[A-Za-z0-9_-]*$/
  const isPaddedRight = letters.length === text.length || text.length % 4 === 0
  if (!known.test(letters) || letters.length % 4 === 1 || !isPaddedRight) throw new InvalidTextError({ form })
  const characters = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0))
  if (!hasNoStrayBits({ letters, bytes, form })) throw new InvalidTextError({ form })
  return bytes
}

/** The last group of letters is what its bytes are written as. */
function hasNoStrayBits({
  letters,
  bytes,
  form,
}: {
  readonly letters: string
  readonly bytes: Bytes
  readonly form: Base64Form
}): boolean {
  const rest = letters.length % 4
  if (rest === 0) return true
  const lastGroup = bytesToBase64(bytes.subarray(bytes.length - (rest - 1)), form).slice(0, rest)
  return letters.endsWith(lastGroup)
}
