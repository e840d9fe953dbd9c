import { isSignedStrictly, messageText, type SignedMessage, type SignedText, type SiwxVerifier } from '@foyer/core/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import { readAddress } from '../addresses/ss58.js'
import { type Chains, chainIn } from '../chain/chains.js'
import { wrapped } from './wrapped.js'

/** A message that an address is said to have signed. */
export interface PolkadotSignedMessage extends SignedMessage {
  /** CAIP-2: an address of another chain than this is refused, where it is one of the kit's or of `chains`. */
  readonly networkId: string
  /** hexadecimal of 64 bytes, or 65 for ecdsa; the curve's number may stand before it */
  readonly signature: string
  readonly chains?: Chains | undefined
}

/**
 * Whether an address signed a message between `<Bytes>` and `</Bytes>`, as its blake2b-256 where that is long, as Ledger's app does, or without them as some
 * wallets do, with its key of sr25519, ed25519 or ecdsa: no address says which of them it is, so each is tried. A strict reading of RFC 8032 holds for
 * ed25519, a low `s` for ecdsa, and no key of nothing for sr25519.
 *
 * @example verifyPolkadotMessage({ networkId, address, message: 'Hello', signature: '0x…' })
 */
export function verifyPolkadotMessage({
  networkId,
  address,
  message,
  signature,
  chains = {},
}: PolkadotSignedMessage): boolean {
  const read = readAddress(address)
  const chain = chainIn(chains, networkId)
  const text = messageText(message)
  const isHex = /^0x(?:[\da-f]{2}){64,66}$/i.test(signature)
  if (!networkId.startsWith('polkadot:') || !read || text === undefined || !isHex) return false
  if (chain && chain.prefix !== read.prefix) return false
  const written = hex.decode(signature.slice(2).toLowerCase())
  return formsOf(text).some((bytes) => isSigned({ id: read.id, bytes, signature: written }))
}

/** Substrate signs the hash of what is longer than this, and its devices do so with messages too. */
const longestUnhashed = 256

/** The hash of a text without its marks is none of them: that of a transaction is made in the same way, and the marks alone tell the two apart. */
function formsOf(text: string): readonly Uint8Array[] {
  const marked = new TextEncoder().encode(wrapped(text))
  const hashed = marked.length > longestUnhashed ? [blake2b(marked, { dkLen: 32 })] : []
  return [marked, ...hashed, new TextEncoder().encode(text)]
}

const isSigned = ({ id, bytes, signature }: Signed): boolean =>
  [...checks].some(([kind, { length, holds }]) => {
    const isNumbered = signature.length === length + 1 && signature[0] === kind
    if (signature.length !== length && !isNumbered) return false
    return isTrue(() => holds({ id, bytes, signature: isNumbered ? signature.slice(1) : signature }))
  })

interface Signed {
  readonly id: Uint8Array
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
}

/** The key of nothing would hold for every message. */
const isOfSr25519 = ({ id, bytes, signature }: Signed): boolean =>
  id.some((byte) => byte !== 0) && sr25519.verify(bytes, signature, id)

const isOfEd25519 = ({ id, bytes, signature }: Signed): boolean =>
  isSignedStrictly(ed25519, { key: id, signature, signed: bytes })

/** The address is the hash of the key that the signature recovers. */
function isOfEcdsa({ id, bytes, signature }: Signed): boolean {
  const read = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact')
  if (read.hasHighS()) return false
  const key = read
    .addRecoveryBit(signature[64] ?? 4)
    .recoverPublicKey(blake2b(bytes, { dkLen: 32 }))
    .toBytes(true)
  return blake2b(key, { dkLen: 32 }).every((byte, place) => byte === id[place])
}

/** By the curves' numbers. */
const checks: ReadonlyMap<number, { readonly length: number; readonly holds: (signed: Signed) => boolean }> = new Map([
  [0, { length: 64, holds: isOfEd25519 }],
  [1, { length: 64, holds: isOfSr25519 }],
  [2, { length: 65, holds: isOfEcdsa }],
])

function isTrue(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false // no point of the curve
  }
}

/**
 * Verifies signed messages of Polkadot addresses, without any request: {@link verifyPolkadotMessage} says what is taken.
 *
 * @param options.chains - beside those that the kit knows
 * @see CAIP-122
 * @example await polkadotVerifier().verify({ networkId, address, message, signature })
 */
export const polkadotVerifier = ({ chains }: { readonly chains?: Chains | undefined } = {}): SiwxVerifier => ({
  family: 'polkadot',
  verify: async (signed: SignedText) => verifyPolkadotMessage({ ...signed, chains }),
})
