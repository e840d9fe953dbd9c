import { expect, test } from 'vitest'
import { observable } from './observable.js'
import { mapped } from './selected.js'

test('a value follows from another, and is made once for each', () => {
  const number = observable(1)
  const made: number[] = []
  const doubled = mapped(number, (value) => {
    made.push(value)
    return { doubled: value * 2 }
  })
  const seen: unknown[] = []
  const stop = doubled.subscribe(() => seen.push(doubled.get()))
  expect(doubled.get()).toBe(doubled.get())
  number.set(2)
  stop()
  number.set(3)
  expect([seen, doubled.get()]).toEqual([[{ doubled: 4 }], { doubled: 6 }])
  expect(made).toEqual([1, 2, 3])
})
