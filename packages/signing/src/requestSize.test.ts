import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertSize, mostBytes, RequestTooLargeError } from './requestSize.js'

test.each([
  ['text', 'a'.repeat(mostBytes - 4), 'a'.repeat(mostBytes)],
  ['text of three bytes a letter', '\u202e'.repeat(43_000), '\u202e'.repeat(44_000)],
  ['data', `0x${'ab'.repeat(mostBytes - 8)}`, `0x${'ab'.repeat(mostBytes)}`],
  ['names', { ['a'.repeat(131_000)]: 1 }, { ['a'.repeat(131_100)]: 1 }],
  ['many values', Array(65_000).fill(1), Array(66_000).fill(1)],
  ['several calls together', Array(4).fill({ data: 'a'.repeat(32_000) }), Array(5).fill({ data: 'a'.repeat(32_000) })],
])('[F18] %s: 128 kB are read, and more are refused', (_what, fits, exceeds) => {
  expect(() => assertSize([fits])).not.toThrow()
  expect(() => assertSize([exceeds])).toThrow(RequestTooLargeError)
})

test('[F18] what follows the limit isn’t looked at, and what holds itself comes to an end', () => {
  let looked = 0
  const list = Array.from({ length: 200_000 }, () => ({
    get text() {
      looked += 1
      return 'a'
    },
  }))
  expect(() => assertSize(list)).toThrow(RequestTooLargeError)
  expect(looked).toBe(0)
  const ring: { self?: unknown } = {}
  ring.self = ring
  expect(() => assertSize(ring)).toThrow(RequestTooLargeError)
})

test('[F18] what JSON writes in less than 128 kB fits, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => assertSize(value)).not.toThrow()
    }),
  )
  for (const value of [undefined, null, true, new Date(0), new Map(), new Set()])
    expect(() => assertSize(value)).not.toThrow()
})

test.each<[what: string, make: () => unknown]>([
  ['a whole number of a megabyte', () => (1n << 8_000_000n) - 1n],
  ['a small one', () => 5n],
  ['one in an object', () => Object(5n)],
  ['bytes', () => new Uint8Array(10_000_000)],
  ['words', () => new Float64Array(8)],
  ['a view of bytes', () => new DataView(new ArrayBuffer(8))],
  ['bytes alone', () => new ArrayBuffer(8)],
  ['a text in an object', () => new String('a'.repeat(10_000_000))],
  ['a list of nothing', () => Array(5_000_000)],
])(
  '[F18] %s, which a page’s message may hold and JSON doesn’t write, is refused before it is written out',
  (_what, make) => {
    const value = structuredClone(make())
    const begun = performance.now()
    expect(() => assertSize([{ deep: value }])).toThrow(RequestTooLargeError)
    expect(performance.now() - begun).toBeLessThan(500)
  },
)
