import { secp256k1 } from '@noble/curves/secp256k1.js'
import { asciiToBytes, equalBytes } from '@noble/curves/utils.js'
import type { AddressType, ReadAddress } from '../addresses/readAddress.js'
import { attempt, compactSize, doubleSha256, hash160, joined } from './bytes.js'

/**
 * The headers that each address may have; 31 to 34 are what many wallets send for all that have a compressed key (X9).
 */
const headers: Readonly<Record<AddressType, readonly (readonly [first: number, isCompressed: boolean])[]>> = {
  p2pkh: [
    [27, false],
    [31, true],
  ],
  p2sh: [
    [35, true],
    [31, true],
  ],
  p2wpkh: [
    [39, true],
    [31, true],
  ],
  p2tr: [],
  p2wsh: [],
}

/**
 * Whether a signature of 65 bytes is an address's: Bitcoin Core's `signmessage` for keys, and BIP-137's for the hash of a witness.
 *
 * One policy for the header (X9): 27–30 is an uncompressed key's p2pkh, 31–34 a compressed one's, 35–38 p2sh-p2wpkh, 39–42 p2wpkh; and 31–34 besides
 * for the last two. Taproot has none. A high `s` is refused, as no wallet makes it.
 */
export function isLegacySignature({
  address: { type, program },
  message,
  signature,
}: {
  readonly address: ReadAddress
  readonly message: Uint8Array
  readonly signature: Uint8Array
}): boolean {
  const [header = 0] = signature
  const form = headers[type].find(([first]) => header >= first && header < first + 4)
  if (!form || signature.length !== 65) return false
  const [first, isCompressed] = form
  const publicKey = attempt(() => {
    const read = secp256k1.Signature.fromBytes(signature.slice(1), 'compact')
    if (read.hasHighS()) return undefined
    return read
      .addRecoveryBit(header - first)
      .recoverPublicKey(legacyHash(message))
      .toBytes(isCompressed)
  })
  return publicKey !== undefined && equalBytes(programOf({ type, publicKey }), program)
}

const prefix = asciiToBytes('\x18Bitcoin Signed Message:\n')

function legacyHash(message: Uint8Array): Uint8Array {
  return doubleSha256(joined(prefix, compactSize(message.length), message))
}

/** The hash that an address of one key has: of the key, or of the script that asks for the key's hash in a witness. */
export function programOf({
  type,
  publicKey,
}: {
  readonly type: AddressType
  readonly publicKey: Uint8Array
}): Uint8Array {
  const hash = hash160(publicKey)
  return type === 'p2sh' ? hash160(joined([0, 20], hash)) : hash
}
