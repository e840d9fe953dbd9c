import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCiphers } from './cipher/ciphers.js'
import { topicOf } from './cipher/keys.js'
import { type Bytes, base64ToBytes, bytesToBase64, hexToBytes, joinBytes } from './codec.js'
import { envelopeLimits, sealEnvelope, writeEnvelope } from './envelope.js'
import { type EnvelopeParts, openEnvelope, readEnvelope } from './envelopes.js'
import { InvalidEnvelopeError, MessageTooLargeError } from './errors.js'
import vectors from './vectors.json'

// FOYER_FULL=1: the whole figure of the requirement.
const full = process.env.FOYER_FULL !== undefined
const numRuns = full ? 100_000 : 2_000
const platforms = [
  ['WebCrypto where it can', crypto],
  ['noble alone', { getRandomValues: (bytes: Bytes) => crypto.getRandomValues(bytes) }],
] as const

const ciphers = createCiphers({ crypto })
const shared = (symKey: string) => ({ type: 'shared', symKey: hexToBytes(symKey) }) as const
const withIv = (each: typeof ciphers, iv: string) => ({ ...each, randomBytes: () => hexToBytes(iv) })

describe.each(platforms)('the published envelopes, %s', (_name, platform) => {
  const each = createCiphers({ crypto: platform })

  test.each(vectors.envelopes.filter(({ form }) => form === 'base64'))(
    'type 0: $text',
    async ({ text, symKey, iv, envelope }) => {
      const sealed = await sealEnvelope({ ciphers: withIv(each, iv), text, symKey: hexToBytes(symKey) })
      expect(sealed).toBe(envelope)
      expect(await openEnvelope({ ciphers: each, envelope, key: shared(symKey) })).toEqual({ text })
    },
  )

  test('type 1: the answer to an authentication', async () => {
    const { text, symKey, iv, senderPublicKey, receiverPrivateKey, envelope, responseTopic } = vectors.answerEnvelope
    const publicKey = hexToBytes(senderPublicKey)
    expect(
      await sealEnvelope({
        ciphers: withIv(each, iv),
        text,
        symKey: hexToBytes(symKey),
        senderPublicKey: publicKey,
      }),
    ).toBe(envelope)
    const key = { type: 'own', privateKey: hexToBytes(receiverPrivateKey) } as const
    expect(await openEnvelope({ ciphers: each, envelope, key })).toEqual({
      text,
      sender: { publicKey, symKey: hexToBytes(symKey) },
    })
    expect(await topicOf({ ciphers: each, key: hexToBytes(vectors.keyAgreement.selfPublicKey) })).toBe(responseTopic)
  })
})

test('[W1] an envelope is opened only where its type is expected: a relay’s clear one never', async () => {
  const { symKey, receiverPrivateKey, envelope: answer } = vectors.answerEnvelope
  const [{ envelope: usual = '' } = {}] = vectors.envelopes
  const clear = bytesToBase64(base64ToBytes(vectors.clearEnvelope.envelope, 'base64url'))
  const keys = {
    shared: shared(symKey),
    own: { type: 'own', privateKey: hexToBytes(receiverPrivateKey) },
  } as const
  for (const [envelope, key] of [
    [clear, keys.shared],
    [clear, keys.own],
    [answer, keys.shared],
    [usual, keys.own],
  ] as const)
    await expect(openEnvelope({ ciphers, envelope, key })).rejects.toMatchObject({
      code: 'invalid_envelope',
      fault: 'type',
    })
})

test('[W2] an answer whose sender has a weak key isn’t opened', async () => {
  const envelope = writeEnvelope({
    senderPublicKey: new Uint8Array(32),
    iv: new Uint8Array(12),
    sealed: new Uint8Array(40),
  })
  const key = { type: 'own', privateKey: hexToBytes(vectors.answerEnvelope.receiverPrivateKey) } as const
  await expect(openEnvelope({ ciphers, envelope, key })).rejects.toMatchObject({ code: 'unusable_key' })
})

test('every envelope is read as it was written', () => {
  const bytes = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((each) => new Uint8Array(each))
  const sealed = fc.uint8Array({ minLength: 16, maxLength: 200 }).map((each) => new Uint8Array(each))
  const parts: fc.Arbitrary<EnvelopeParts> = fc.oneof(
    fc.record({ type: fc.constant(0 as const), iv: bytes(12), sealed }),
    fc.record({ type: fc.constant(1 as const), senderPublicKey: bytes(32), iv: bytes(12), sealed }),
  )
  fc.assert(
    fc.property(parts, (each) => {
      const text = writeEnvelope(each)
      expect(readEnvelope(text)).toEqual(each)
      expect(readEnvelope(text.replaceAll('=', ''))).toEqual(each)
    }),
    { numRuns },
  )
})

test('every text is opened as it was sealed; another key opens nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (text) => {
      const [symKey, another] = [ciphers.randomBytes(32), ciphers.randomBytes(32)]
      const envelope = await sealEnvelope({ ciphers, text, symKey })
      expect((await openEnvelope({ ciphers, envelope, key: { type: 'shared', symKey } })).text).toBe(text)
      await expect(openEnvelope({ ciphers, envelope, key: { type: 'shared', symKey: another } })).rejects.toMatchObject(
        { code: 'undecryptable' },
      )
    }),
    { numRuns: full ? 100_000 : 300 },
  )
})

test('no iv is used twice under a key', async () => {
  const symKey = ciphers.randomBytes(32)
  const ivs = new Set<string>()
  const count = full ? 100_000 : 2_000
  for (let each = 0; each < count; each++) {
    const parts = readEnvelope(await sealEnvelope({ ciphers, text: 'the same', symKey }))
    ivs.add(parts.iv.toString())
  }
  expect(ivs.size).toBe(count)
})

describe('what is no envelope is refused by what is wrong', () => {
  const open = (envelope: string) =>
    openEnvelope({ ciphers, envelope, key: shared(vectors.pairingTopic.symKey) }).catch((error: unknown) => error)

  test.each([
    ['encoding', '?'],
    ['encoding', 'AAA-'],
    ['size', ''],
    ['size', bytesToBase64(new Uint8Array(28))],
    ['size', bytesToBase64(joinBytes(Uint8Array.of(1), new Uint8Array(59)))],
    ['size', 'A'.repeat(envelopeLimits.received + 4)],
    ['type', bytesToBase64(joinBytes(Uint8Array.of(3), new Uint8Array(80)))],
    ['type', bytesToBase64(new Uint8Array(80).fill(255))],
  ])('%s: %#', async (fault, envelope) => {
    expect(await open(envelope)).toMatchObject({ code: 'invalid_envelope', fault })
  })

  test('sealed bytes that are no text', async () => {
    const symKey = hexToBytes(vectors.pairingTopic.symKey)
    const iv = new Uint8Array(12)
    const sealed = await ciphers.seal({ key: symKey, iv, plaintext: Uint8Array.of(0xc3, 0x28) })
    expect(await open(writeEnvelope({ iv, sealed }))).toMatchObject({ fault: 'text' })
  })

  test('no text makes anything else happen', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 120 })), (text) => {
        try {
          readEnvelope(text)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidEnvelopeError)
        }
      }),
      { numRuns },
    )
  })
})

test('what relays don’t take isn’t sent: 98,304 letters', async () => {
  const symKey = hexToBytes(vectors.pairingTopic.symKey)
  // 1 byte of type, 12 of iv, 16 of tag; 3 bytes are 4 letters.
  const most = (98_304 / 4) * 3 - 29
  expect(await sealEnvelope({ ciphers, text: 'a'.repeat(most), symKey })).toHaveLength(98_304)
  await expect(sealEnvelope({ ciphers, text: 'a'.repeat(most + 1), symKey })).rejects.toThrow(MessageTooLargeError)
})

test('[W10] no error holds the key or the message', async () => {
  const symKey = 'ab'.repeat(32)
  const envelope = await sealEnvelope({ ciphers, text: 'a secret', symKey: hexToBytes(symKey) })
  const error = await openEnvelope({ ciphers, envelope, key: shared('cd'.repeat(32)) }).catch((each: unknown) => each)
  const told = error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}` : ''
  expect(told).toContain('UndecryptableError')
  for (const secret of ['abab', 'cdcd', '171,171', '205,205', 'a secret', envelope]) expect(told).not.toContain(secret)
})
