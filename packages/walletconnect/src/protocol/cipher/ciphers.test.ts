import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bytes, bytesToHex, hexToBytes, utf8ToBytes } from '../codec.js'
import { UndecryptableError, UnusableKeyError } from '../errors.js'
import vectors from '../vectors.json' with { type: 'json' }
import { createCiphers, openSealed, type PlatformCrypto } from './ciphers.js'
import { deriveSymKey } from './keys.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 300

const getRandomValues = (bytes: Bytes) => crypto.getRandomValues(bytes)

/** A platform that has everything, and answers wrongly. */
const wrongAnswers = new Proxy(crypto.subtle, {
  get(subtle, name) {
    if (name === 'encrypt') return async (_: unknown, __: unknown, { length }: Bytes) => new ArrayBuffer(length + 16)
    if (name === 'importKey')
      return async (...input: Parameters<typeof subtle.importKey>) =>
        String(input[0]) === 'raw-secret' ? {} : subtle.importKey(...input)
    if (name === 'deriveBits') return async () => new ArrayBuffer(32)
    if (name === 'exportKey') return async () => ({ x: 'A'.repeat(43) })
    if (name === 'verify') return async () => true
    const method: unknown = Reflect.get(subtle, name)
    return typeof method === 'function' ? method.bind(subtle) : method
  },
})

/** A platform whose signatures alone are wrong. */
const wrongSignatures = new Proxy(crypto.subtle, {
  get(subtle, name) {
    if (name === 'sign') return async () => new ArrayBuffer(64)
    const method: unknown = Reflect.get(subtle, name)
    return typeof method === 'function' ? method.bind(subtle) : method
  },
})

/** A platform that answers to a weak key instead of refusing it, as RFC 7748 lets it. */
const lenientCurves = new Proxy(crypto.subtle, {
  get(subtle, name) {
    const method: unknown = Reflect.get(subtle, name)
    if (typeof method !== 'function') return method
    const call = method.bind(subtle)
    if (name !== 'deriveBits') return call
    return (...input: unknown[]) => call(...input).catch(() => new ArrayBuffer(32))
  },
})

const platforms: readonly [string, PlatformCrypto][] = [
  ['WebCrypto where it can', crypto],
  ['a WebCrypto that lets weak keys pass', { subtle: lenientCurves, getRandomValues }],
  ['noble alone, as in a page of an insecure origin', { getRandomValues }],
]

/** Points that make no secret with any key (https://cr.yp.to/ecdh.html#validate), and some in another writing. */
const weakKeys = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000080',
]

describe.each(platforms)('%s', (_name, platform) => {
  const ciphers = createCiphers({ crypto: platform })
  const { selfPrivateKey, selfPublicKey, peerPublicKey, sharedSecret, symKey } = vectors.keyAgreement

  test('X25519 and HKDF answer as published', async () => {
    const keys = { privateKey: hexToBytes(selfPrivateKey), publicKey: hexToBytes(peerPublicKey) }
    const agreement = await ciphers.algorithms.agreement()
    expect(bytesToHex(await agreement.sharedSecret(keys))).toBe(sharedSecret)
    expect(bytesToHex(await deriveSymKey({ ciphers, ...keys }))).toBe(symKey)
  })

  test('a new pair is drawn from the random source, and agrees with another', async () => {
    const fixed = createCiphers({
      crypto: { ...platform, getRandomValues: (bytes) => bytes.set(hexToBytes(selfPrivateKey)) },
    })
    expect(bytesToHex((await fixed.newKeyPair()).publicKey)).toBe(selfPublicKey)
    const [one, two] = [await ciphers.newKeyPair(), await ciphers.newKeyPair()]
    expect(one.privateKey).not.toEqual(two.privateKey)
    expect(await deriveSymKey({ ciphers, privateKey: one.privateKey, publicKey: two.publicKey })).toEqual(
      await deriveSymKey({ ciphers, privateKey: two.privateKey, publicKey: one.publicKey }),
    )
  })

  test.each(weakKeys)('[W2] the weak key %s is refused', async (weak) => {
    const { privateKey } = await ciphers.newKeyPair()
    await expect(deriveSymKey({ ciphers, privateKey, publicKey: hexToBytes(weak) })).rejects.toMatchObject({
      code: 'unusable_key',
      facts: { fault: 'weak' },
    })
  })

  test('keys of another length are refused by every call, and not told', async () => {
    const short = new Uint8Array(31).fill(0xab)
    const right = new Uint8Array(32).fill(9)
    const iv = new Uint8Array(12)
    for (const call of [
      () => deriveSymKey({ ciphers, privateKey: short, publicKey: right }),
      () => deriveSymKey({ ciphers, privateKey: right, publicKey: short }),
      () => ciphers.signingKey(short),
      () => ciphers.sign({ seed: short, message: right }),
      () => ciphers.seal({ key: short, iv, plaintext: right }),
      () => openSealed({ ciphers, key: short, iv, sealed: right }),
    ]) {
      const error = await call().catch((each: unknown) => each)
      expect(error).toBeInstanceOf(UnusableKeyError)
      expect(JSON.stringify(error)).not.toContain('171,171')
      expect(error).toMatchObject({ facts: { fault: 'length' } })
    }
  })

  test('Ed25519 signs and verifies', async () => {
    const { seed, publicKey } = vectors.clientId
    expect(bytesToHex(await ciphers.signingKey(hexToBytes(seed)))).toBe(publicKey)
    const message = utf8ToBytes('of the client')
    const signature = await ciphers.sign({ seed: hexToBytes(seed), message })
    const { verify } = await ciphers.algorithms.signatures()
    expect(await verify({ publicKey: hexToBytes(publicKey), message, signature })).toBe(true)
    const wrong = [
      { publicKey: hexToBytes(publicKey), message: utf8ToBytes('of another'), signature },
      { publicKey: hexToBytes(publicKey), message, signature: signature.map((byte) => byte ^ 1) },
      { publicKey: hexToBytes(publicKey), message, signature: signature.slice(1) },
      { publicKey: hexToBytes(publicKey).slice(1), message, signature },
      { publicKey: new Uint8Array(32).fill(0xff), message, signature },
    ]
    for (const each of wrong) expect(await verify(each).catch(() => false)).toBe(false)
  })

  test('what is sealed opens with its key, and any single change is one and the same error', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const text = fc.uint8Array({ maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(bytes(32), bytes(12), text, fc.nat(), fc.nat(7), async (key, iv, plaintext, place, bit) => {
        const [ownKey, ownIv] = [new Uint8Array(key), new Uint8Array(iv)]
        const sealed = await ciphers.seal({ key: ownKey, iv: ownIv, plaintext: new Uint8Array(plaintext) })
        expect(sealed).toHaveLength(plaintext.length + 16)
        expect(await openSealed({ ciphers, key: ownKey, iv: ownIv, sealed })).toEqual(plaintext)
        const changed = (whole: Bytes) =>
          whole.map((byte, at) => (at === place % whole.length ? byte ^ (1 << bit) : byte))
        for (const wrong of [
          { key: changed(ownKey), iv: ownIv, sealed },
          { key: ownKey, iv: changed(ownIv), sealed },
          { key: ownKey, iv: ownIv, sealed: changed(sealed) },
          { key: ownKey, iv: ownIv, sealed: sealed.slice(0, place % sealed.length) },
        ]) {
          const error: unknown = await openSealed({ ciphers, ...wrong }).catch((each: unknown) => each)
          expect(error).toBeInstanceOf(UndecryptableError)
          expect(error).toMatchObject({ message: 'The message can’t be decrypted.', facts: {} })
        }
      }),
      { numRuns },
    )
  })
})

test('WebCrypto and noble agree, whatever the keys', async () => {
  const [web, noble] = [createCiphers({ crypto }), createCiphers({ crypto: { getRandomValues } })]
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  await fc.assert(
    fc.asyncProperty(key, key, async (first, second) => {
      const [privateKey, other] = [new Uint8Array(first), new Uint8Array(second)]
      const answers = (each: typeof web) =>
        Promise.all([
          deriveSymKey({ ciphers: each, privateKey, publicKey: other }).catch(() => 'refused'),
          each.sha256(other),
          each.signingKey(privateKey),
          each.sign({ seed: privateKey, message: other }),
        ])
      expect(await answers(noble)).toEqual(await answers(web))
    }),
    // Each takes both some milliseconds.
    { numRuns: Math.min(numRuns, 20_000) },
  )
})

test('a platform that answers wrongly isn’t used', async () => {
  const ciphers = createCiphers({ crypto: { subtle: wrongAnswers, getRandomValues } })
  const { seed, publicKey } = vectors.clientId
  expect(bytesToHex(await ciphers.signingKey(hexToBytes(seed)))).toBe(publicKey)
  const { selfPrivateKey, peerPublicKey, sharedSecret } = vectors.keyAgreement
  const agreement = await ciphers.algorithms.agreement()
  const secret = await agreement.sharedSecret({
    privateKey: hexToBytes(selfPrivateKey),
    publicKey: hexToBytes(peerPublicKey),
  })
  expect(bytesToHex(secret)).toBe(sharedSecret)
  const [key, iv, plaintext] = [new Uint8Array(32), new Uint8Array(12), utf8ToBytes('of the client')]
  const sealed = await ciphers.seal({ key, iv, plaintext })
  expect(await openSealed({ ciphers: createCiphers({ crypto }), key, iv, sealed })).toEqual(plaintext)
})

test('a platform whose signatures don’t hold isn’t used for them', async () => {
  const ciphers = createCiphers({ crypto: { subtle: wrongSignatures, getRandomValues } })
  const [publicKey, seed] = [hexToBytes(vectors.clientId.publicKey), hexToBytes(vectors.clientId.seed)]
  const message = utf8ToBytes('of the client')
  const signature = await ciphers.sign({ seed, message })
  const { verify } = await createCiphers({ crypto }).algorithms.signatures()
  expect(await verify({ publicKey, message, signature })).toBe(true)
})
