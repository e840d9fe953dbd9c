import { type Ciphers, createCiphers } from '../../protocol/cipher/ciphers.js'
import { deriveSymKey } from '../../protocol/cipher/keys.js'

/**
 * For tests; no entry exports it. Ciphers that answer without another thread's help, so that a clock that stands still never runs ahead of them.
 *
 * @param random - from 0 to below 1; the platform's own random source unless given
 */
export async function testCiphers({ random }: { readonly random?: (() => number) | undefined } = {}): Promise<Ciphers> {
  const ciphers = createCiphers({
    crypto: {
      getRandomValues(bytes) {
        if (!random) return crypto.getRandomValues(bytes)
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256)
        return bytes
      },
    },
  })
  // Loads every piece.
  const key = new Uint8Array(32).fill(1)
  await deriveSymKey({ ciphers, ...(await ciphers.newKeyPair()) })
  await ciphers.sign({ seed: key, message: key })
  await ciphers.seal({ key, iv: new Uint8Array(12), plaintext: key })
  return ciphers
}

/** For tests; no entry exports it. The same, but that they sign nothing: a relay's tokens are proved elsewhere, and here are many connections. */
export async function unsigningCiphers(parameters?: Parameters<typeof testCiphers>[0]): Promise<Ciphers> {
  const signature = new Uint8Array(64)
  return { ...(await testCiphers(parameters)), sign: async () => signature, signingKey: async (seed) => seed }
}
