import { isSignedStrictly } from '@foyer/core/siwx'
import { bytesIn, listIn, mapIn, readCbor } from '@foyer/signing/cardano/cbor'
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { UnsafeCardanoTransactionError } from '../errors.js'
import { hashOf, type KeySignature } from './transaction.js'
import type { Utxo } from './utxo.js'

/** Returns the hash that stands for a key in an address. */
export const hashOfKey = (key: Uint8Array): Uint8Array => blake2b(key, { dkLen: 28 })

/** Takes the needed signatures out of a wallet's witness set. @throws UnsafeCardanoTransactionError where a spending key hasn't signed this body */
export function signaturesIn({
  witness,
  body,
  inputs,
}: {
  readonly witness: Uint8Array
  readonly body: Uint8Array
  readonly inputs: readonly Pick<Utxo, 'keyHash'>[]
}): readonly KeySignature[] {
  const offered = offeredIn(witness)
  const hash = hashOf(body)
  const needed = new Set(inputs.map(({ keyHash }) => bytesToHex(keyHash)))
  return [...needed].map((keyHash) => {
    const found = offered.find(({ key }) => bytesToHex(hashOfKey(key)) === keyHash)
    if (!found || !isSignedStrictly(ed25519, { ...found, signed: hash })) throw new UnsafeCardanoTransactionError()
    return found
  })
}

/** @throws UnsafeCardanoTransactionError */
function offeredIn(witness: Uint8Array): readonly KeySignature[] {
  try {
    return listIn(mapIn(readCbor(witness)).get('0')).map((each) => {
      const [key, signature] = listIn(each)
      return { key: bytesIn(key), signature: bytesIn(signature) }
    })
  } catch (cause) {
    throw new UnsafeCardanoTransactionError({ cause })
  }
}
