import { base58ToBytes, bytesToBase58 } from '../codec/base58.js'
import { type Bytes, joinBytes } from '../codec/bytes.js'
import { InvalidRelayTokenError } from './InvalidRelayTokenError.js'

const before = 'did:key:z'
/** The number of Ed25519 public keys in the multicodec table, as a varint. */
const ed25519 = [0xed, 0x01] as const

/**
 * Writes an Ed25519 public key as the relay knows its clients: a `did:key`.
 *
 * @example formatClientId(publicKey) // 'did:key:z6Mktwup…'
 */
export const formatClientId = (publicKey: Bytes): string =>
  `${before}${bytesToBase58(joinBytes(Uint8Array.from(ed25519), publicKey))}`

/**
 * Reads the Ed25519 public key of a client's id.
 *
 * @throws {@link InvalidRelayTokenError}
 */
export function parseClientId(clientId: string): Bytes {
  const bytes = clientId.startsWith(before) ? decoded(clientId.slice(before.length)) : new Uint8Array()
  if (bytes.length !== 34 || ed25519.some((byte, at) => bytes[at] !== byte))
    throw new InvalidRelayTokenError({ fault: 'issuer' })
  return bytes.slice(2)
}

function decoded(text: string): Bytes {
  try {
    return base58ToBytes(text)
  } catch (cause) {
    throw new InvalidRelayTokenError({ fault: 'issuer', cause })
  }
}
