import { expect, test } from 'vitest'
import { hexToBytes } from '../codec.js'
import vectors from '../vectors.json'
import { createCiphers } from './ciphers.js'
import { deriveSymKey, topicOf } from './keys.js'

const ciphers = createCiphers({ crypto })

test('both sides derive one key, and the secret on the way isn’t left behind', async () => {
  const { selfPrivateKey, selfPublicKey, peerPrivateKey, peerPublicKey, symKey, topic } = vectors.keyAgreement
  const secrets: Uint8Array[] = []
  const agreement = await ciphers.algorithms.agreement()
  const watched: typeof agreement = {
    ...agreement,
    async sharedSecret(keys) {
      const secret = await agreement.sharedSecret(keys)
      secrets.push(secret)
      return secret
    },
  }
  const algorithms = { ...ciphers.algorithms, agreement: async () => watched }
  for (const [privateKey, publicKey] of [
    [selfPrivateKey, peerPublicKey],
    [peerPrivateKey, selfPublicKey],
  ] as const) {
    const key = await deriveSymKey({
      ciphers: { ...ciphers, algorithms },
      privateKey: hexToBytes(privateKey),
      publicKey: hexToBytes(publicKey),
    })
    expect(key).toEqual(hexToBytes(symKey))
    expect(await topicOf({ ciphers, key })).toBe(topic)
  }
  expect(secrets).toEqual([new Uint8Array(32), new Uint8Array(32)])
})
