import { bytesToHex } from '@foyer/core/hex'

/** Keccak-256 as whatever runs here has it: by a library, or by code of the kit's own. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array

/** Writes an address in the cases of its checksum (ERC-55). */
export function checksumBy(keccak256: Keccak256, address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak256(new TextEncoder().encode(lower))).slice(2)
  const digits = [...lower].map((digit, at) => (Number(`0x${hash.charAt(at)}`) >= 8 ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}

/** Whether an address is written in both cases, and not in those that its checksum asks for (ERC-55): in one case it carries none. */
export function hasWrongChecksumBy(keccak256: Keccak256, address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return false
  return digits !== checksumBy(keccak256, address).slice(2)
}
