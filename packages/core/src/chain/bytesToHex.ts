import type { Hex } from './hex.js'

/** Writes bytes as hex, two digits a byte. */
export function bytesToHex(bytes: Uint8Array): Hex {
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return `0x${digits}`
}
