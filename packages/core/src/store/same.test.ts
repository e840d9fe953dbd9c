import { expect, test } from 'vitest'
import { same } from './same.js'

test.each([
  [1, 1],
  ['a', 'a'],
  [Number.NaN, Number.NaN],
  [null, null],
  [{}, {}],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
])('%j says the same as %j', (a, b) => expect(same(a, b)).toBe(true))

test.each([
  [1, 2],
  [null, {}],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1 }, { a: 1, b: 2 }],
  [[1, 2], [1]],
  [() => {}, () => {}],
])('%j does not say the same as %j', (a, b) => {
  expect(same(a, b)).toBe(false)
  expect(same(b, a)).toBe(false)
})
