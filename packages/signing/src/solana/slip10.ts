import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** The first hardened index: Ed25519 has no other (SLIP-10). */
const hardened = 0x8000_0000

/**
 * Derives an Ed25519 key from a seed (SLIP-10).
 * @param input.path - the indices, all of them hardened: `[44, 501, 0, 0]` is `m/44'/501'/0'/0'`
 */
export function deriveEd25519({
  seed,
  path,
}: {
  readonly seed: Uint8Array
  readonly path: readonly number[]
}): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const index of path) {
    const child = new Uint8Array(4)
    new DataView(child.buffer).setUint32(0, index + hardened)
    node = hmac(sha512, node.subarray(32), concatBytes(Uint8Array.of(0), node.subarray(0, 32), child))
  }
  return node.subarray(0, 32)
}
