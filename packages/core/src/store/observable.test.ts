import { expect, test, vi } from 'vitest'
import { observable } from './observable.js'

test('emits each change once, and nothing to a subscriber that has left', () => {
  const value = observable(1)
  const seen: number[] = []
  const listener = () => seen.push(value.get())
  const unsubscribe = value.subscribe(listener)
  const again = value.subscribe(listener)
  value.set(2)
  value.set(2)
  unsubscribe()
  unsubscribe()
  value.set(3)
  again()
  value.set(4)
  expect(seen).toEqual([2, 2, 3])
  expect(value.get()).toBe(4)
})

test('observes its source while it has a subscriber', () => {
  const stop = vi.fn()
  const observe = vi.fn(() => stop)
  const value = observable('', observe)
  expect(observe).not.toHaveBeenCalled()
  const first = value.subscribe(() => {})
  const second = value.subscribe(() => {})
  first()
  expect(observe).toHaveBeenCalledTimes(1)
  expect(stop).not.toHaveBeenCalled()
  second()
  expect(stop).toHaveBeenCalledTimes(1)
  value.subscribe(() => {})
  expect(observe).toHaveBeenCalledTimes(2)
})
