import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { encodeBytes, encoded, encodedUpTo } from './bytes.js'

test('any text that isn’t so many bytes is refused and throws nothing', () => {
  const [id, upTo] = [encoded(16), encodedUpTo(16)]
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      const isBytes = /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text
      expect(v.is(upTo, text)).toBe(isBytes && text.length <= 22)
      expect(v.is(id, text)).toBe(isBytes && text.length === 22)
    }),
  )
  for (const text of ['', 'x', '=', '\u{1F600}', 'AAAAAAAAAAAAAAAAAAAAAB']) expect(v.is(id, text)).toBe(false)
})

test.each(['x', 'AAAAA', 'A'.repeat(21)])('%s has a letter more than whole bytes, and is none', (text) => {
  expect(v.is(encodedUpTo(16), text)).toBe(false)
})

test('bytes are taken as they are written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      expect(v.is(encoded(16), encodeBytes(bytes))).toBe(true)
    }),
  )
})
