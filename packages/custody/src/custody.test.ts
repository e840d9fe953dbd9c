import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { decodeBytes, encodeBytes, encoded, encodedUpTo, newId, randomBytes, sha256, transcript } from './bytes.js'
import { SiteOrigin } from './calls.js'
import { commitmentOf, type DigitsTranscript, digitsOf } from './digits.js'
import { CustodyError } from './errors.js'
import { EmailAddress } from './person.js'
import { createBoxKeys, exportPublicKey } from './sealedBox.js'
import { createSigningKeys, isSignedBody, signBody } from './signed.js'

const bytes = (from: number, length = 32) => Uint8Array.from({ length }, (_, index) => (from + index) % 256)
const someBytes = (limits: fc.IntArrayConstraints = {}) => fc.uint8Array(limits).map((each) => Uint8Array.from(each))

/** The same bytes with one bit turned. */
function turned(original: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(original)
  const index = at % copy.length
  copy[index] = (copy[index] ?? 0) ^ 1
  return copy
}

describe('bytes on the wire', () => {
  test('come back as they were, and are written in one way', () => {
    fc.assert(
      fc.property(someBytes({ maxLength: 200 }), (each) => {
        const text = encodeBytes(each)
        expect(text).toMatch(/^[\w-]*$/)
        expect(decodeBytes(text)).toEqual(each)
        if (each.length > 0) expect(v.is(encoded(each.length), text)).toBe(true)
        if (each.length > 0) expect(v.is(encodedUpTo(each.length), text)).toBe(true)
      }),
    )
  })

  test.each(['', 'AA', 'AAAA', 'A', 'AAB', '===', 'A+A', 'A A', 'AA=', 'AÄA'])('%j isn’t two bytes', (text) => {
    expect(v.is(encoded(2), text)).toBe(false)
  })

  test('bytes in two writings are taken in one', () => {
    // The last character of 16 bytes holds two bits: of sixteen characters that give the same byte, one is the writing.
    expect(v.is(encoded(16), `${'A'.repeat(21)}A`)).toBe(true)
    expect(v.is(encoded(16), `${'A'.repeat(21)}B`)).toBe(false)
    expect(v.is(encodedUpTo(16), `${'A'.repeat(21)}B`)).toBe(false)
    expect(v.is(encodedUpTo(15), `${'A'.repeat(21)}A`)).toBe(false)
  })

  test('no two lists of parts give the same bytes', () => {
    const parts = fc.array(fc.string({ maxLength: 4, unit: 'grapheme' }), { maxLength: 4 })
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        expect(encodeBytes(transcript(...one))).not.toBe(encodeBytes(transcript(...other)))
      }),
    )
    expect([...transcript('a', Uint8Array.of(7, 8))]).toEqual([0, 0, 0, 1, 97, 0, 0, 0, 2, 7, 8])
  })

  test('a name has 128 random bits', () => {
    expect(decodeBytes(newId())).toHaveLength(16)
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
  })
})

describe('keys and refusals', () => {
  test('[F15] what a browser keeps to sign and to open boxes can’t be read', async () => {
    const pairs = [await createSigningKeys(), await createBoxKeys()]
    expect(pairs.map(({ privateKey }) => privateKey.extractable)).toEqual([false, false])
  })

  test('what is refused is named, and whether the key or the signature is wrong', async () => {
    const cause = new Error('why')
    expect(new CustodyError({ code: 'wrong_key', what: 'vault', cause })).toMatchObject({
      ...{ message: 'The vault doesn’t open with this key.', facts: { what: 'vault' }, cause },
    })
    expect(new CustodyError({ code: 'wrong_signature', what: 'receipt' }).message).toBe(
      'The receipt isn’t signed by its key.',
    )
  })

  test.each([
    ['https://dapp.example', true],
    ['http://dapp.localhost:8080', true],
    ['https://dapp.example/', false],
    ['https://dapp.example/path', false],
    ['https://user@dapp.example', false],
    ['HTTPS://DAPP.EXAMPLE', false],
    ['dapp.example', false],
  ])('[F12] %s is a site’s origin: %s', (text, isOrigin) => {
    expect(v.is(SiteOrigin, text)).toBe(isOrigin)
  })
})

describe('what is signed', () => {
  test('a call’s body is signed by the key that it names, for that call, nonce and text', async () => {
    const body = await signBody({
      keys: await createSigningKeys(),
      call: 'openDoor',
      nonce: encodeBytes(bytes(1)),
      payload: { door: 'a' },
    })
    expect(JSON.parse(body.text)).toEqual({ door: 'a' })
    expect(await isSignedBody({ call: 'openDoor', body })).toBe(true)
    const other = await createSigningKeys()
    const changed = {
      key: encodeBytes(await exportPublicKey(other.publicKey)),
      nonce: encodeBytes(bytes(2)),
      text: '{"door":"b"}',
      signature: encodeBytes(turned(decodeBytes(body.signature), 3)),
    }
    for (const [field, value] of Object.entries(changed))
      expect([field, await isSignedBody({ call: 'openDoor', body: { ...body, [field]: value } })]).toEqual([
        field,
        false,
      ])
    expect(await isSignedBody({ call: 'removeDoor', body })).toBe(false)
    expect(await isSignedBody({ call: 'openDoor', body: { ...body, key: encodeBytes(bytes(1, 65)) } })).toBe(false)
  })
})

describe('the four digits', () => {
  const said: DigitsTranscript = {
    person: 'email:a@b.example',
    site: 'https://dapp.example',
    key: bytes(1, 65),
    deviceNonce: bytes(2),
    keeperNonce: bytes(3),
  }

  test('are the same on both sides, and others where anything differs', async () => {
    expect(await digitsOf(said)).toBe(await digitsOf({ ...said }))
    expect(await digitsOf(said)).toMatch(/^\d{4}$/)
    const others = await Promise.all([
      digitsOf({ ...said, person: 'email:c@b.example' }),
      digitsOf({ ...said, site: 'https://other.example' }),
      digitsOf({ ...said, key: bytes(9, 65) }),
      digitsOf({ ...said, deviceNonce: bytes(9) }),
      digitsOf({ ...said, keeperNonce: bytes(9) }),
    ])
    expect(others).not.toContain(await digitsOf(said))
  })

  test('come evenly: each first digit is that of a tenth of 20,000, by an eighth', async () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let index = 0; index < 20_000; index++) {
      const digits = await digitsOf({ ...said, deviceNonce: bytes(index, 32).fill(index >> 8, 8, 16) })
      const first = Number(digits[0])
      counts[first] = (counts[first] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(250)
  })

  test('a commitment binds to the key and the nonce', async () => {
    const commitment = await commitmentOf(said)
    expect(commitment).toBe(
      encodeBytes(await sha256(transcript('foyer digits commitment 1', said.key, said.deviceNonce))),
    )
    expect(await commitmentOf({ ...said, key: bytes(9, 65) })).not.toBe(commitment)
    expect(await commitmentOf({ ...said, deviceNonce: randomBytes(32) })).not.toBe(commitment)
  })
})

test.each([
  [' Ann@B.Example ', 'ann@b.example'],
  ['a+tag.x@b.example', 'a+tag.x@b.example'],
])('%j is known as %s', (given, known) => {
  expect(v.parse(EmailAddress, given)).toBe(known)
})

test.each(['a', 'a@', '@b.example', `${'a'.repeat(250)}@b.example`])('%j is no address', (given) => {
  expect(v.safeParse(EmailAddress, given).issues?.[0]?.message).toBe('Invalid email')
})
