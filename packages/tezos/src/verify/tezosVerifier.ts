import { isSignedStrictly, messageText, type SignedMessage, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { type Curve, readKey, signatureIn } from '../addresses/keys.js'
import { michelineString } from '../wire/micheline.js'
import { readSignature } from './signature.js'

/** A message that an address is said to have signed. */
export interface TezosSignedMessage extends SignedMessage {
  /** JSON, see `TezosSignature`; or the signature alone (`edsig…`), with `publicKey`. */
  readonly signature: string
  /** `edpk…`, `sppk…` or `p2pk…` */
  readonly publicKey?: string | undefined
}

/**
 * Whether an address signed a message as a string of Micheline, with a key of ed25519 (`tz1…`), secp256k1 (`tz2…`) or P-256 (`tz3…`) whose hash it is: the same on every
 * network of the family. Addresses of BLS (`tz4…`) and of contracts are refused, and so are bytes that are no text.
 *
 * @example verifyTezosMessage({ networkId: 'tezos:NetXdQprcVkpaWU', address: 'tz1…', message: 'Hello', signature })
 */
export function verifyTezosMessage({ networkId, address, message, ...said }: TezosSignedMessage): boolean {
  const { publicKey, signature } = readSignature(said.signature) ?? said
  const key = publicKey === undefined ? undefined : readKey(publicKey)
  const signed = signatureIn(signature)
  const text = messageText(message)
  if (!networkId.startsWith('tezos:') || !key || !signed || text === undefined || key.address !== address) return false
  if (signed.curve !== undefined && signed.curve !== key.curve) return false
  return isSigned({ ...key, signature: signed.bytes, hash: blake2b(michelineString(text), { dkLen: 32 }) })
}

/** Strictly: no key and no point for which one signature holds for several messages; of secp256k1 the lower `s` alone, as the chain has it. */
function isSigned({
  curve,
  bytes: key,
  signature,
  hash,
}: {
  readonly curve: Curve
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
  readonly hash: Uint8Array
}): boolean {
  if (curve === 'ed25519') return isSignedStrictly(ed25519, { key, signature, signed: hash })
  try {
    return curve === 'secp256k1'
      ? secp256k1.verify(signature, hash, key, { prehash: false, lowS: true })
      : p256.verify(signature, hash, key, { prehash: false, lowS: false })
  } catch {
    return false // no point of the curve
  }
}

/**
 * Verifies signed messages of Tezos addresses, without any request: {@link verifyTezosMessage} says what is taken.
 *
 * @see CAIP-122
 * @example await tezosVerifier().verify({ networkId: 'tezos:NetXdQprcVkpaWU', address, message, signature })
 */
export const tezosVerifier = (): SiwxVerifier => ({
  family: 'tezos',
  verify: async (signed: SignedText) => verifyTezosMessage(signed),
})
