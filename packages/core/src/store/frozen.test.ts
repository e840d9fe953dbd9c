import { expect, test } from 'vitest'
import { frozen } from './frozen.js'

test('what is frozen takes no writing at any depth', () => {
  const value = { list: [{ name: 'a' }], empty: Object.create(null), nothing: null, count: 1n }
  expect(frozen(value)).toBe(value)
  expect(() => value.list.push({ name: 'b' })).toThrow(TypeError)
  expect(() => Object.assign(value.list[0] ?? {}, { name: 'b' })).toThrow(TypeError)
  expect(() => Object.assign(value.empty, { name: 'b' })).toThrow(TypeError)
})

test('what is of a class stays as it was, and a circle ends', () => {
  const error = new Error('x')
  const circle: { error: Error; self?: object } = { error }
  circle.self = circle
  frozen(circle)
  expect(Object.isFrozen(error)).toBe(false)
  expect(Object.isFrozen(circle)).toBe(true)
})
