import { hsalsa, secretbox } from '@noble/ciphers/salsa.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { createBase58check, hex } from '@scure/base'

/** The keys by which this page seals and opens messages, of one seed of 32 bytes. */
export interface OwnKeys {
  /** Of ed25519: what a peer knows this page by. */
  readonly publicKey: Uint8Array
  /** The same keys for X25519. */
  readonly secretX: Uint8Array
  readonly publicX: Uint8Array
}

export function keysOf(seed: Uint8Array): OwnKeys {
  const publicKey = ed25519.getPublicKey(seed)
  const { toMontgomery, toMontgomerySecret } = ed25519.utils
  return { publicKey, secretX: toMontgomerySecret(seed), publicX: toMontgomery(publicKey) }
}

/** Bytes of a nonce; of a key; of what vouches for a box. */
const [nonceLength, keyLength, tagLength] = [24, 32, 16]

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer)
/** The first block of Salsa's key derivation: its name for 32 bytes of key. */
const sigma = /* @__PURE__ */ words(/* @__PURE__ */ new TextEncoder().encode('expand 32-byte k'))

/** The key of NaCl's box between two keys of X25519. */
function boxKey(shared: Uint8Array): Uint8Array {
  const out = new Uint32Array(8)
  hsalsa(sigma, words(shared), new Uint32Array(4), out)
  return new Uint8Array(out.buffer)
}

/** Opens what was sealed for these keys by no matter whom (NaCl's sealed box). @throws Error where it wasn't */
export function openSealed({ publicX, secretX }: OwnKeys, sealed: Uint8Array): Uint8Array {
  const [sender, box] = [sealed.slice(0, keyLength), sealed.slice(keyLength)]
  const nonce = blake2b(concatBytes(sender, publicX), { dkLen: nonceLength })
  return secretbox(boxKey(x25519.getSharedSecret(secretX, sender)), nonce).open(box)
}

/** The seals of messages between this page and one peer. */
export interface Session {
  /** @returns hexadecimal */
  seal(text: string): string
  /** @returns undefined for what the peer didn't seal for this page */
  open(payload: string): string | undefined
}

/** Agrees with a peer on keys, each for one direction. @throws Error for what is no key of ed25519 */
export function sessionWith({ publicX, secretX }: OwnKeys, peer: Uint8Array): Session {
  const peerX = ed25519.utils.toMontgomery(peer)
  const shared = x25519.getSharedSecret(secretX, peerX)
  // Who sends is the client of the key exchange: the second half is what a client sends with.
  const keyOf = (client: Uint8Array, server: Uint8Array) =>
    blake2b(concatBytes(shared, client, server)).slice(keyLength)
  const [sending, receiving] = [keyOf(publicX, peerX), keyOf(peerX, publicX)]
  return {
    seal(text) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
      return hex.encode(concatBytes(nonce, secretbox(sending, nonce).seal(new TextEncoder().encode(text))))
    },
    open(payload) {
      try {
        const bytes = hex.decode(payload)
        if (bytes.length < nonceLength + tagLength) return undefined
        const opened = secretbox(receiving, bytes.slice(0, nonceLength)).open(bytes.slice(nonceLength))
        return new TextDecoder('utf-8', { fatal: true }).decode(opened)
      } catch {
        return undefined // sealed for another, or by another
      }
    },
  }
}

const base58check = /* @__PURE__ */ createBase58check(sha256)

/** A message as Beacon writes it: JSON, in base58 with a checksum. */
export const writeMessage = (message: object): string =>
  base58check.encode(new TextEncoder().encode(JSON.stringify(message)))

/** @returns undefined for what is no such message */
export function readMessage(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base58check.decode(text)))
  } catch {
    return undefined // letters, a checksum or a form of something else
  }
}

/** Returns the id by which messages name their sender. @param publicKey - of ed25519 */
export const senderIdOf = (publicKey: Uint8Array): string => base58check.encode(blake2b(publicKey, { dkLen: 5 }))
