import { describe, expect, test } from 'vitest'
import { decodeBytes, encodeBytes, transcript } from './bytes.js'
import { type BoxParameters, boxOverhead, createBoxKeys, exportPublicKey, openBox, sealBox } from './sealedBox.js'

const bytes = (from: number, length = 32) => Uint8Array.from({ length }, (_, index) => (from + index) % 256)
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

/** The same bytes with one bit turned. */
const turned = (original: Uint8Array, at: number) => original.map((byte, index) => (index === at ? byte ^ 1 : byte))

const ofRequest: BoxParameters = { use: 'test', of: ['one', 'two'] }
const wrong = { name: 'CustodyError', code: 'wrong_key' }

test('is opened by the key that it was sealed to, for its use and what it belongs to, and by nothing else', async () => {
  const keys = await createBoxKeys()
  expect(keys.privateKey.extractable).toBe(false)
  const to = await exportPublicKey(keys.publicKey)
  const box = await sealBox({ ...ofRequest, to, bytes: bytes(1) })
  expect(box).toHaveLength(32 + boxOverhead)
  expect(await openBox({ ...ofRequest, keys, box })).toEqual(bytes(1))
  await expect(openBox({ ...ofRequest, keys: await createBoxKeys(), box })).rejects.toMatchObject(wrong)
  const others = [{ use: 'other' }, { of: ['one'] }, { of: ['two', 'one'] }, { of: ['onet', 'wo'] }]
  for (const other of others) await expect(openBox({ ...ofRequest, ...other, keys, box })).rejects.toMatchObject(wrong)
  for (let at = 0; at < box.length; at += 7)
    await expect(openBox({ ...ofRequest, keys, box: turned(box, at) })).rejects.toMatchObject(wrong)
  for (const length of [0, 64, 65, box.length - 1])
    await expect(openBox({ ...ofRequest, keys, box: box.slice(0, length) })).rejects.toMatchObject(wrong)
})

test('two of the same are alike in nothing', async () => {
  const to = await exportPublicKey((await createBoxKeys()).publicKey)
  const [one, other] = [
    await sealBox({ ...ofRequest, to, bytes: bytes(1) }),
    await sealBox({ ...ofRequest, to, bytes: bytes(1) }),
  ]
  expect(encodeBytes(one.slice(0, 65))).not.toBe(encodeBytes(other.slice(0, 65)))
  expect(encodeBytes(one.slice(65))).not.toBe(encodeBytes(other.slice(65)))
})

test.each([
  ['other bytes', bytes(4, 65)],
  ['a point that isn’t on the curve', Uint8Array.of(4, ...bytes(1, 64))],
  ['nothing', bytes(0, 0)],
])('isn’t sealed to %s', async (_, to) => {
  await expect(sealBox({ ...ofRequest, to, bytes: bytes(1) })).rejects.toMatchObject(wrong)
})

/* HPKE's base mode once more, by WebCrypto alone and as the RFC writes it, so that what is in a box is RFC 9180's whoever implements it. */
describe('a box is RFC 9180’s', () => {
  test('what opens boxes here opens the RFC’s own (A.3.1)', async () => {
    const opened = await openByRfc({
      privateKey: hex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2'),
      publicKey: hex(
        '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
      ),
      enc: hex(
        '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
      ),
      info: hex('4f6465206f6e2061204772656369616e2055726e'),
      aad: hex('436f756e742d30'),
      ciphertext: hex('5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434'),
      cipher: aes128,
    })
    expect(new TextDecoder().decode(opened)).toBe('Beauty is truth, truth beauty')
  })

  test('and opens what is sealed here: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, with the use as its info', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const to = await exportPublicKey(keys.publicKey)
    const box = await sealBox({ ...ofRequest, to, bytes: bytes(9) })
    const { d = '' } = await crypto.subtle.exportKey('jwk', keys.privateKey)
    const opened = await openByRfc({
      privateKey: decodeBytes(d),
      publicKey: to,
      enc: box.slice(0, 65),
      info: transcript('foyer box 1', 'test', 'one', 'two'),
      aad: new Uint8Array(),
      ciphertext: box.slice(65),
      cipher: aes256,
    })
    expect(opened).toEqual(bytes(9))
  })
})

type Bytes = Uint8Array<ArrayBuffer>
const joined = (...parts: readonly (string | Uint8Array)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? new TextEncoder().encode(part) : part)]))
const twoBytes = (value: number) => Uint8Array.of(value >> 8, value & 255)

const aes128 = { id: 1, keyLength: 16 } as const
const aes256 = { id: 2, keyLength: 32 } as const

async function hmac(key: Bytes, bytes: Bytes): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  // WebCrypto takes no empty key, and HMAC fills one up with zeros.
  const raw = key.length === 0 ? new Uint8Array(32) : key
  const imported = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign(algorithm, imported, bytes))
}

/** LabeledExtract and LabeledExpand of §4, of one block at most. */
const labelled = (suite: Bytes) => ({
  extract: (salt: Bytes, label: string, ikm: Bytes) => hmac(salt, joined('HPKE-v1', suite, label, ikm)),
  async expand(prk: Bytes, label: string, info: Bytes, length: number) {
    const text = joined(twoBytes(length), 'HPKE-v1', suite, label, info, Uint8Array.of(1))
    return (await hmac(prk, text)).slice(0, length)
  },
})

interface ByRfc {
  readonly privateKey: Bytes
  readonly publicKey: Bytes
  readonly enc: Bytes
  readonly info: Bytes
  readonly aad: Bytes
  readonly ciphertext: Bytes
  readonly cipher: { readonly id: number; readonly keyLength: number }
}

/** §4.1 Decap, §5.1 KeySchedule and §5.2 Open of the first message, for DHKEM(P-256, HKDF-SHA256). */
async function openByRfc({ privateKey, publicKey, enc, info, aad, ciphertext, cipher }: ByRfc): Promise<Bytes> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const [x, y] = [encodeBytes(publicKey.slice(1, 33)), encodeBytes(publicKey.slice(33))]
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: encodeBytes(privateKey) }
  const own = await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits'])
  const other = await crypto.subtle.importKey('raw', enc, curve, false, [])
  const dh = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256))
  const none = new Uint8Array()
  const kem = labelled(joined('KEM', twoBytes(0x10)))
  const shared = await kem.expand(await kem.extract(none, 'eae_prk', dh), 'shared_secret', joined(enc, publicKey), 32)
  const suite = labelled(joined('HPKE', twoBytes(0x10), twoBytes(1), twoBytes(cipher.id)))
  const pskIdHash = await suite.extract(none, 'psk_id_hash', none)
  const context = joined(Uint8Array.of(0), pskIdHash, await suite.extract(none, 'info_hash', info))
  const secret = await suite.extract(shared, 'secret', none)
  const key = await suite.expand(secret, 'key', context, cipher.keyLength)
  const iv = await suite.expand(secret, 'base_nonce', context, 12)
  const imported = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: aad }, imported, ciphertext))
}
