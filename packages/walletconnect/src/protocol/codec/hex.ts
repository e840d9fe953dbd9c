import * as chain from '@foyer/core/chain'
import type { Bytes } from './bytes.js'
import { InvalidTextError } from './InvalidTextError.js'

/** Writes bytes as the protocol does: lower-case hex without `0x`. */
export const bytesToHex = (bytes: Uint8Array): string => chain.bytesToHex(bytes).slice(2)

/**
 * Reads lower-case hex without `0x`, of whole bytes.
 *
 * @throws {@link InvalidTextError}
 */
export function hexToBytes(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new InvalidTextError({ form: 'hex' })
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

/** Whether a text is 32 bytes in hex, as topics and keys are written. */
export const isHex32 = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
