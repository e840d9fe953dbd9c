import { bytesToHex } from '@foyer/core/hex'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type EvmSignedMessage, type KeyRecovery, signerKind } from './verifyEvmMessage.js'

export type { EvmSignedMessage } from './verifyEvmMessage.js'

/**
 * Finds out how an account signed a message (EIP-191); `evmVerifier` says which signatures are taken. A key's needs no request.
 *
 * @returns `key` where the address's own key did; `contract` where the contract there, deployed or about to be, says so; undefined where neither did
 * @throws what `ask` rejects with, and InvalidResponseError where the chain's answer can't be used: the signature isn't judged then
 */
export function evmSignerKind(signed: EvmSignedMessage): Promise<'key' | 'contract' | undefined> {
  return signerKind({ ...signed, recovery: byCurve })
}

/** Finds the signer by itself, without any request: for servers. */
const byCurve: KeyRecovery = {
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
