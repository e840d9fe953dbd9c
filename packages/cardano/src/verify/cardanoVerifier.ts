import { isSignedStrictly, messageBytes, type SignedMessage, type SiwxVerifier } from '@foyer/core/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { addressOf, isOnNetwork, readAddress } from '../addresses/address.js'
import { type DataSignature, readDataSignature } from './dataSignature.js'

/** A message that an address is said to have signed. */
export interface CardanoSignedMessage extends SignedMessage {
  /** CAIP-2: an address of another network than this is refused, as far as addresses know networks. */
  readonly networkId: string
  /** The COSE_Sign1 of CIP-30's `signData` in hexadecimal, with its COSE_Key behind it. */
  readonly signature: string
  /** The COSE_Key, where `signature` is without one. */
  readonly publicKey?: string | undefined
}

/**
 * Whether an address signed a message, as wallets do by CIP-8: with the key that spends from it, or that of its stake for a stake address. The address has to be
 * the one that is signed with the message; a payload may be the message or, where that is said, its hash. Addresses of scripts sign nothing, and several signers,
 * payloads that lie elsewhere and other algorithms are refused.
 *
 * @see CIP-8, CIP-30
 * @example verifyCardanoMessage({ networkId: 'cip34:1-764824073', address, message: 'Hello', signature })
 */
export function verifyCardanoMessage({
  networkId,
  address,
  message,
  signature,
  publicKey,
}: CardanoSignedMessage): boolean {
  const claimed = readAddress(address)
  if (!claimed?.keyHash || !isOnNetwork(claimed, networkId)) return false
  const read = readOrNone(signature) ?? (publicKey === undefined ? undefined : readOrNone(signature + publicKey))
  const text = messageBytes(message)
  if (!read || !text || !isSame(read.address, claimed.bytes)) return false
  const signs = addressOf(read.address)?.keyHash
  return (
    isSame(read.payload, read.isHashed ? hash28(text) : text) &&
    signs !== undefined &&
    isSame(hash28(read.key), signs) &&
    isSignedStrictly(ed25519, read)
  )
}

const hash28 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 28 })

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

function readOrNone(written: string): DataSignature | undefined {
  try {
    return readDataSignature(written)
  } catch {
    return undefined // nothing of CIP-30's
  }
}

/**
 * Verifies signed messages of Cardano addresses, without any request: {@link verifyCardanoMessage} says what is taken.
 *
 * @see CAIP-122
 * @example await cardanoVerifier().verify({ networkId: 'cip34:1-764824073', address, message, signature })
 */
export const cardanoVerifier = (): SiwxVerifier => ({
  family: 'cip34',
  verify: async (signed) => verifyCardanoMessage(signed),
})
