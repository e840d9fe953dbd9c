import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { bytesToHex, type Hex, InvalidHexError } from './hex.js'
import { isLowerHex, type LowerHex, lowerHex, readLowerHex, type Selector, selector, selectorIn } from './lowerHex.js'

const bytes = fc.uint8Array({ maxLength: 64 })

test('hexadecimals in any case of their digits have one form', () => {
  fc.assert(
    fc.property(bytes, fc.infiniteStream(fc.boolean()), (given, capitals) => {
      const hex = bytesToHex(given)
      const other = `0x${[...hex.slice(2)].map((digit) => (capitals.next().value ? digit.toUpperCase() : digit)).join('')}`
      expect(readLowerHex(other)).toBe(hex)
    }),
  )
})

test.each(['', '0', '0X', '0Xab', '0xa', '0xabc', ' 0xab', '0xab ', '0xab\n', '0x ab', 'ab', '0xgg', '0x٣٣', 'ⓧ'])(
  '%j is read as none',
  (text) => {
    expect(readLowerHex(text)).toBeUndefined()
    expect(isLowerHex(text)).toBe(false)
  },
)

test('half a byte of a decoder is a fault', () => {
  expect(() => lowerHex('0xabc')).toThrow(InvalidHexError)
  expect(lowerHex('0xAB')).toBe('0xab')
})

test('a selector is the first four bytes of calldata', () => {
  expect(selectorIn(lowerHex('0xA9059CBB00'))).toBe(selector('0xa9059cbb'))
  expect(selectorIn(lowerHex('0xa9059c'))).toBeUndefined()
  expect(selectorIn(lowerHex('0x'))).toBeUndefined()
  expect(() => selector('0xa9059c')).toThrow(InvalidHexError)
})

test('no text that the border hasn’t read is compared with what it has', () => {
  const data = lowerHex('0xcef6d209')
  const first = selectorIn(data)
  const text: string = '0xCEF6D209'
  const hex: Hex = '0xCEF6D209'
  const known = new Map<Selector, string>([[selector('0xcef6d209'), 'redeemDelegations']])
  // @ts-expect-error a literal with capitals is compared with data
  expect(data === '0xCEF6D209').toBe(false)
  // @ts-expect-error text is compared with a selector
  expect(first === text).toBe(false)
  // @ts-expect-error hexadecimals of any case are compared with a selector
  expect(first === hex).toBe(false)
  // @ts-expect-error a literal is compared with a selector
  expect(first === '0xCEF6D209').toBe(false)
  // @ts-expect-error a function is looked up by text
  expect(known.get(text)).toBeUndefined()
  // @ts-expect-error a function is named with capitals
  expect(() => selector('0xCEF6D209')).toThrow(InvalidHexError)
  // @ts-expect-error text is taken for data
  const taken: LowerHex = hex
  expect(selectorIn(taken)).toBeUndefined()
  expectTypeOf<string>().not.toExtend<LowerHex>()
  expectTypeOf<Hex>().not.toExtend<LowerHex>()
  expectTypeOf<LowerHex>().toExtend<Hex>()
  expectTypeOf<Selector>().not.toExtend<string>()
  expect(known.get(selector('0xcef6d209'))).toBe('redeemDelegations')
})
