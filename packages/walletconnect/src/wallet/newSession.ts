import { bytesToHex, type Ciphers, deriveSymKey, hexToBytes, topicOf } from '../protocol/index.js'

/** The keys of a session that is about to be; in hex. */
export interface NewSession {
  /** Ours. */
  readonly publicKey: string
  readonly symKey: string
  readonly topic: string
}

/**
 * Draws our key for a session with an application, and makes what both have in common.
 *
 * @throws UnusableKeyError where the application's is weak
 */
export async function newSession({
  ciphers,
  peerKey,
}: {
  readonly ciphers: Ciphers
  /** In hex. */
  readonly peerKey: string
}): Promise<NewSession> {
  const { privateKey, publicKey } = await ciphers.newKeyPair()
  try {
    const symKey = await deriveSymKey({ ciphers, privateKey, publicKey: hexToBytes(peerKey) })
    const topic = await topicOf({ ciphers, key: symKey })
    return { publicKey: bytesToHex(publicKey), symKey: bytesToHex(symKey), topic }
  } finally {
    privateKey.fill(0)
  }
}
