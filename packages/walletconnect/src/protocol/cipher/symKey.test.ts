import { expect, test } from 'vitest'
import { hexToBytes } from '../codec/hex.js'
import vectors from '../vectors.json' with { type: 'json' }
import { createCiphers } from './ciphers.js'
import { deriveSymKey, messageIdOf, subscriptionIdOf, topicOf } from './symKey.js'

const ciphers = createCiphers({ crypto })

test('[W6] a topic is the hash of its key’s bytes, not of their text', async () => {
  const { symKey, topic, ofTheTextInstead } = vectors.pairingTopic
  expect(await topicOf({ ciphers, key: hexToBytes(symKey) })).toBe(topic)
  expect(topic).not.toBe(ofTheTextInstead)
})

test('both sides derive one key, and the secret on the way isn’t left behind', async () => {
  const { selfPrivateKey, selfPublicKey, peerPrivateKey, peerPublicKey, symKey, topic } = vectors.keyAgreement
  const secrets: Uint8Array[] = []
  const watched = {
    ...ciphers,
    async sharedSecret(keys: Parameters<typeof ciphers.sharedSecret>[0]) {
      const secret = await ciphers.sharedSecret(keys)
      secrets.push(secret)
      return secret
    },
  }
  for (const [privateKey, publicKey] of [
    [selfPrivateKey, peerPublicKey],
    [peerPrivateKey, selfPublicKey],
  ] as const) {
    const key = await deriveSymKey({
      ciphers: watched,
      privateKey: hexToBytes(privateKey),
      publicKey: hexToBytes(publicKey),
    })
    expect(key).toEqual(hexToBytes(symKey))
    expect(await topicOf({ ciphers, key })).toBe(topic)
  }
  expect(secrets).toEqual([new Uint8Array(32), new Uint8Array(32)])
})

test('a message is known by its text, a subscription by topic and client', async () => {
  const [{ envelope = '', messageId } = {}] = vectors.envelopes
  expect(await messageIdOf({ ciphers, envelope })).toBe(messageId)
  const { topic, clientId, id } = vectors.subscriptionId
  expect(await subscriptionIdOf({ ciphers, topic, clientId })).toBe(id)
})
