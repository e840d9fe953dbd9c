/** A signature of a key, in the one form that it is read in. */
export interface KeySignature {
  /** r and s, 32 bytes each. */
  readonly compact: Uint8Array
  /** Which of two points r stands for. */
  readonly recovery: 0 | 1
}

/** Half of secp256k1's order, rounded down. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Reads what wallets send as a key's signature. One policy (X7): r, s and a last byte of 0, 1, 27 or 28, or the 64 bytes of EIP-2098; an s in the upper
 * half of the curve's order is refused (EIP-2), as it would make a second signature of every one.
 *
 * @returns undefined for what is no signature of a key
 */
export function readKeySignature(signature: Uint8Array): KeySignature | undefined {
  const compact = signature.slice(0, 64)
  let v = signature.length === 65 ? (signature[64] ?? -1) : -1
  if (signature.length === 64) {
    const first = compact[32] ?? 0
    v = first >> 7
    compact[32] = first & 0x7f
  }
  if (![0, 1, 27, 28].includes(v)) return undefined
  const s = compact.slice(32).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return s > highestS ? undefined : { compact, recovery: v % 27 === 0 ? 0 : 1 }
}
