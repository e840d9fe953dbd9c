import { bytesToHex, type Hex } from '@foyer/core/chain'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The hash that `personal_sign` signs (EIP-191). */
export function hashOfMessage(message: string | Uint8Array): Uint8Array {
  const encoder = new TextEncoder()
  const bytes = typeof message === 'string' ? encoder.encode(message) : message
  const prefix = encoder.encode(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return keccak_256.create().update(prefix).update(bytes).digest()
}

/**
 * Finds out whose key signed a hash. One policy for what wallets send (X7): r, s and a last byte of 0, 1, 27 or 28, or the 64 bytes of EIP-2098;
 * an s in the upper half of the curve's order is refused (EIP-2), as it would make a second signature of every one.
 *
 * @returns the address in lower case; undefined for what is no signature of a key
 */
export function signerOf({
  hash,
  signature,
}: {
  readonly hash: Uint8Array
  readonly signature: Uint8Array
}): Hex | undefined {
  const parts = partsOf(signature)
  if (!parts) return undefined
  try {
    const read = secp256k1.Signature.fromBytes(parts.compact, 'compact')
    if (read.hasHighS()) return undefined
    return addressOf(read.addRecoveryBit(parts.recovery).recoverPublicKey(hash).toBytes(false))
  } catch {
    return undefined // numbers out of range, and points that aren't on the curve
  }
}

function partsOf(signature: Uint8Array): { readonly compact: Uint8Array; readonly recovery: number } | undefined {
  const compact = signature.slice(0, 64)
  if (signature.length === 64) {
    const first = compact[32] ?? 0
    compact[32] = first & 0x7f
    return { compact, recovery: first >> 7 }
  }
  const recovery = [0, 1, 27, 28].indexOf(signature.length === 65 ? (signature[64] ?? -1) : -1)
  return recovery < 0 ? undefined : { compact, recovery: recovery % 2 }
}

function addressOf(publicKey: Uint8Array): Hex {
  return bytesToHex(keccak_256(publicKey.slice(1)).slice(-20))
}
