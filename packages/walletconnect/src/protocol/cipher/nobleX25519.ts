import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'
import type { KeyAgreement } from './algorithms.js'

const prime = 2n ** 255n - 19n

/** The curve by its numbers (RFC 7748 §4.1, §5): the ready-made one brings the Edwards curve and SHA-512 with it, which are three times as much. */
const x25519 = montgomery({
  P: prime,
  type: 'x25519',
  powPminus2: (x) => pow(x, prime - 2n, prime),
  adjustScalarBytes: (bytes: Uint8Array) =>
    Uint8Array.from(bytes, (byte, at) => {
      if (at === 0) return byte & 248
      return at === 31 ? (byte & 127) | 64 : byte
    }),
})

export const nobleKeyAgreement: KeyAgreement = {
  publicKey: async (privateKey) => x25519.getPublicKey(privateKey),
  sharedSecret: async ({ privateKey, publicKey }) => x25519.getSharedSecret(privateKey, publicKey),
}
