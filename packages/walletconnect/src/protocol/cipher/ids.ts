import { type Bytes, utf8ToBytes } from '../codec/bytes.js'
import { bytesToHex } from '../codec/hex.js'
import type { Ciphers } from './ciphers.js'

/** The topic that belongs to 32 bytes: of a pairing's or session's key, or of the public key that an authentication is answered to. */
export async function topicOf({ ciphers, key }: { readonly ciphers: Ciphers; readonly key: Bytes }): Promise<string> {
  return bytesToHex(await ciphers.sha256(key))
}

/** What a message is known by: the hash of its envelope's text, not of the bytes that this stands for. */
export async function messageIdOf({
  ciphers,
  envelope,
}: {
  readonly ciphers: Ciphers
  readonly envelope: string
}): Promise<string> {
  return bytesToHex(await ciphers.sha256(utf8ToBytes(envelope)))
}

/** What a client's subscription of a topic is known by. */
export async function subscriptionIdOf({
  ciphers,
  topic,
  clientId,
}: {
  readonly ciphers: Ciphers
  readonly topic: string
  readonly clientId: string
}): Promise<string> {
  return bytesToHex(await ciphers.sha256(utf8ToBytes(topic + clientId)))
}
