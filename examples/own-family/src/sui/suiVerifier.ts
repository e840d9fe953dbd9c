import { messageBytes, type SiwxVerifier } from '@foyer/core/siwx'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { addressOf, parseAddress } from './address'

/** A message that an account is said to have signed. */
export interface SuiSignedMessage {
  readonly address: string
  readonly message: string | Uint8Array
  /** base64 of the curve's number, the signature (64 bytes) and the key */
  readonly signature: string
}

type Verify = (signed: {
  readonly signature: Uint8Array
  readonly digest: Uint8Array
  readonly key: Uint8Array
}) => boolean

/** The curves by their numbers. Multisig (3), zkLogin (5) and passkeys (6) need the chain, and are refused here. */
const curves: Readonly<Record<number, { readonly keyLength: number; readonly verify: Verify }>> = {
  0: {
    keyLength: 32,
    verify: ({ signature, digest, key }) => ed25519.verify(signature, digest, key, { zip215: false }),
  },
  1: { keyLength: 33, verify: ({ signature, digest, key }) => secp256k1.verify(signature, digest, key) },
  2: { keyLength: 33, verify: ({ signature, digest, key }) => p256.verify(signature, digest, key) },
}

/** What is signed: the hash of the intent of a message, the message's length, and the message. */
function digestOf(message: Uint8Array): Uint8Array {
  const length: number[] = []
  for (let rest = message.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) break
  }
  return blake2b(concatBytes(Uint8Array.of(3, 0, 0), Uint8Array.from(length), message), { dkLen: 32 })
}

/**
 * Whether an account signed a message (`sui:signPersonalMessage`), with a key of Ed25519, secp256k1 or secp256r1. Whatever can't be read is a no.
 *
 * @example verifySuiMessage({ address, message: 'Hello', signature })
 */
export function verifySuiMessage({ address, message, signature }: SuiSignedMessage): boolean {
  // A signature is 97 or 98 bytes: a longer text isn't decoded.
  if (signature.length > 132) return false
  try {
    const bytes = base64.decode(signature)
    const [flag = 255] = bytes
    const curve = curves[flag]
    const key = bytes.subarray(65)
    if (!curve || key.length !== curve.keyLength) return false
    if (addressOf({ flag, publicKey: key }) !== parseAddress(address)) return false
    const text = messageBytes(message)
    if (!text) return false
    return curve.verify({ signature: bytes.subarray(1, 65), digest: digestOf(text), key })
  } catch {
    return false // letters that base64 has not, or a point that is on no curve
  }
}

/**
 * Verifies sign-ins of Sui's accounts, in the page and at an own backend alike: the contract of `createSiwxVerifier`.
 *
 * @example createSiwxVerifier({ domain, chains: ['other:sui-mainnet'], verifiers: [suiVerifier()], nonces: memoryNonces() })
 */
export const suiVerifier = (): SiwxVerifier => ({
  family: 'other',
  verify: async ({ networkId, address, message, signature }) =>
    networkId.startsWith('other:sui-') && verifySuiMessage({ address, message, signature }),
})
