import {
  isSignedStrictly,
  messageBytes,
  type SignedMessage,
  type SignedText,
  type SiwxVerifier,
} from '@foyer/core/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { readAddress } from '../addresses/address.js'
import { readSignature } from '../wire/methods.js'

/** A message that an address is said to have signed. */
export interface MultiversxSignedMessage extends SignedMessage {
  /** hexadecimal of 64 bytes */
  readonly signature: string
}

/** The prefix of each message, so that none is a transaction: the name is the network's former one, for good. */
const mark = '\x17Elrond Signed Message:\n'

/** The 32 bytes that are signed: a mark, the message's length in bytes as decimal digits, and the message. */
export function messageHash(message: string | Uint8Array): Uint8Array {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const before = new TextEncoder().encode(`${mark}${bytes.length}`)
  return keccak_256(Uint8Array.from([...before, ...bytes]))
}

/** Did an address's key sign these bytes? Strictly, by RFC 8032: no key and no point for which one signature holds for several messages. */
export function isSignedBy({
  address,
  bytes,
  signature,
}: {
  readonly address: string
  readonly bytes: Uint8Array
  /** hexadecimal */
  readonly signature: string
}): boolean {
  const [key, written] = [readAddress(address), readSignature(signature)]
  if (!key || written === undefined) return false
  return isSignedStrictly(ed25519, { key, signature: hex.decode(written), signed: bytes })
}

/**
 * Whether an address signed a message, with the key of ed25519 that it is: the same on every network of the family.
 *
 * @example verifyMultiversxMessage({ networkId: 'mvx:1', address: 'erd1…', message: 'Hello', signature: '…' })
 */
export function verifyMultiversxMessage({ networkId, address, message, signature }: MultiversxSignedMessage): boolean {
  const bytes = messageBytes(message)
  return networkId.startsWith('mvx:') && !!bytes && isSignedBy({ address, bytes: messageHash(bytes), signature })
}

/**
 * Verifies signed messages of MultiversX addresses, without any request: {@link verifyMultiversxMessage} says what is taken.
 *
 * @see CAIP-122
 * @example await multiversxVerifier().verify({ networkId: 'mvx:1', address, message, signature })
 */
export const multiversxVerifier = (): SiwxVerifier => ({
  family: 'mvx',
  verify: async (signed: SignedText) => verifyMultiversxMessage(signed),
})
