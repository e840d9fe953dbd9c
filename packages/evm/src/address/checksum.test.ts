import fc from 'fast-check'
import { bytesToHex, getAddress, keccak256 as viemKeccak256 } from 'viem'
import { expect, test } from 'vitest'
import { hasWrongChecksum, hasWrongLength } from './checksum.js'
import { keccak256 } from './keccak256.js'

const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(bytesToHex(bytes)))

test('the hash is viem’s, whatever the length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(bytesToHex(keccak256(bytes))).toBe(viemKeccak256(bytes))
    }),
  )
})

test('an address as viem writes it holds, and so does one in one case', () => {
  fc.assert(
    fc.property(address, (written) => {
      expect(hasWrongChecksum(written)).toBe(false)
      expect(hasWrongChecksum(written.toLowerCase())).toBe(false)
      expect(hasWrongChecksum(`0x${written.slice(2).toUpperCase()}`)).toBe(false)
    }),
  )
})

test('a letter in the other case is a mistake', () => {
  fc.assert(
    fc.property(address, fc.nat({ max: 39 }), (written, place) => {
      const digit = written.charAt(place + 2)
      const other = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
      const mistyped = `${written.slice(0, place + 2)}${other}${written.slice(place + 3)}`
      const digits = mistyped.slice(2)
      const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
      expect(hasWrongChecksum(mistyped)).toBe(other !== digit && !isOneCase)
    }),
  )
})

test('a name, or an address of another length, has no checksum that could be wrong', () => {
  expect(['MyName.eth', 'Vitalik.Eth', ''].map(hasWrongChecksum)).toEqual([false, false, false])
  fc.assert(
    fc.property(address, fc.integer({ min: 2, max: 41 }), (written, place) => {
      const without = written.slice(0, place) + written.slice(place + 1)
      const doubled = written.slice(0, place) + written.charAt(place) + written.slice(place)
      expect([without, doubled].map(hasWrongChecksum)).toEqual([false, false])
      expect([without, doubled, written].map(hasWrongLength)).toEqual([true, true, false])
    }),
  )
  expect(['0x12', 'alice.eth', ''].map(hasWrongLength)).toEqual([false, false, false])
})
