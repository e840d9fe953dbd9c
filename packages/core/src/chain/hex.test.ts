import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FoyerError } from '../errors/FoyerError.js'
import { bytesToHex, hexToBytes, InvalidHexError, isHex } from './hex.js'
import { bigintToHex, hexToBigint, isSignature, isTransactionHash, utf8ToHex } from './rpcHex.js'

test('a quantity has no leading zeros, and is read with them', () => {
  expect(bigintToHex(0n)).toBe('0x0')
  expect(bigintToHex(31_337n)).toBe('0x7a69')
  expect(hexToBigint('0x0001')).toBe(1n)
  expect(() => bigintToHex(-1n)).toThrow(InvalidHexError)
})

test.each(['', '0x', '1f', '0xg', '0x1.', '-0x1', '0x 1', '0b1', '0x1\n'])('%j is no quantity', (hex) => {
  expect(() => hexToBigint(hex)).toThrow(InvalidHexError)
})

test('text becomes its UTF-8 bytes', () => {
  expect(utf8ToHex('é€')).toBe('0xc3a9e282ac')
})

test('numbers and bytes come back as they went in', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 300n }), fc.uint8Array(), (value, bytes) => {
      expect(hexToBigint(bigintToHex(value))).toBe(value)
      expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes)
    }),
  )
})

test('no text makes a reader throw anything but our own error', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^0x[0-9a-f]{0,12}$/))
  fc.assert(
    fc.property(text, (hex) => {
      for (const read of [hexToBigint, hexToBytes]) {
        try {
          read(hex)
          expect(isHex(hex)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FoyerError)
        }
      }
    }),
  )
})

const digits = (count: number) => `0x${'aB'.repeat(count).slice(0, count)}`

test('[S5.27] a transaction hash is 0x and 64 hex digits', () => {
  expect(isTransactionHash(digits(64))).toBe(true)
  for (const other of [digits(63), digits(65), digits(64).slice(2), `${digits(63)}g`, `${digits(64)}\n`, '', 1, null]) {
    expect(isTransactionHash(other)).toBe(false)
  }
})

test('[S5.28] a signed message is 0x and at least 62 hex digits', () => {
  for (const count of [62, 63, 130, 4000]) expect(isSignature(digits(count))).toBe(true)
  for (const other of [digits(61), digits(62).slice(2), `${digits(70)}g`, '0x', {}, undefined]) {
    expect(isSignature(other)).toBe(false)
  }
})
