import { expect, test } from 'vitest'
import { hexToBytes } from '../codec.js'
import vectors from '../vectors.json' with { type: 'json' }
import { createCiphers } from './ciphers.js'
import { messageIdOf, topicOf } from './keys.js'

const ciphers = createCiphers({ crypto })

test('[W6] a topic is the hash of its key’s bytes, not of their text', async () => {
  const { symKey, topic, ofTheTextInstead } = vectors.pairingTopic
  expect(await topicOf({ ciphers, key: hexToBytes(symKey) })).toBe(topic)
  expect(topic).not.toBe(ofTheTextInstead)
})

test('a message is known by its text', async () => {
  const [{ envelope = '', messageId } = {}] = vectors.envelopes
  expect(await messageIdOf({ ciphers, envelope })).toBe(messageId)
})
