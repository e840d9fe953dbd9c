import { bytesToHex } from '@foyer/core/hex'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { KeyRecovery } from './verifyEvmMessage.js'

/** Finds the signer by itself, without any request: for servers. */
export const byCurve: KeyRecovery = {
  keccak256: keccak_256,
  async signerOf({ hash, signature: { compact, recovery } }) {
    try {
      const read = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery)
      const publicKey = read.recoverPublicKey(hash).toBytes(false)
      return bytesToHex(keccak_256(publicKey.slice(1)).slice(-20))
    } catch {
      return undefined // numbers out of range, and points that aren't on the curve
    }
  },
}
