import { base58 } from '@scure/base'
import { address, isAddress, isOffCurveAddress } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnCurve, keyOf, parseAddress } from './address.js'

const own = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

test.each([
  [own, own],
  ['1'.repeat(32), '1'.repeat(32)],
  // As many letters as addresses have, and not 32 bytes.
  ['1'.repeat(44), undefined],
  ['z'.repeat(44), undefined],
  [`${own}0`, undefined],
  [own.slice(0, 31), undefined],
  [` ${own}`, undefined],
  ['', undefined],
])('[S5.19] %j is the address %j', (text, expected) => {
  expect(parseAddress(text)).toBe(expected)
})

test('[S5.19] agrees with the official library on any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 50 }), fc.base64String({ minLength: 32, maxLength: 44 })), (text) => {
      expect(parseAddress(text) !== undefined).toBe(isAddress(text))
    }),
    { numRuns: 300 },
  )
})

test('knows a program’s own address from one that has a key', () => {
  expect(isOnCurve(keyOf(own))).toBe(true)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const text = address(toText(bytes))
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(text))
    }),
    { numRuns: 60 },
  )
})

const toText = (bytes: Uint8Array) => base58.encode(bytes)
