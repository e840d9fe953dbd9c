import { expect, test } from 'vitest'
import { derived } from './derived.js'
import { observable } from './observable.js'

test('is worked out anew only where a value of it has changed, and emits only then', () => {
  const words = observable('one')
  const others = observable(1)
  let worked = 0
  const length = derived({
    sources: [words, others],
    values: () => ({ text: words.get() }),
    work({ text }) {
      worked += 1
      return { length: text.length }
    },
  })
  const before = length.get()
  const seen: unknown[] = []
  const stop = length.subscribe(() => seen.push(length.get()))
  others.set(2)
  expect(length.get()).toBe(before)
  expect({ seen, worked }).toEqual({ seen: [], worked: 1 })
  words.set('three')
  expect(seen).toEqual([{ length: 5 }])
  expect(length.get()).toBe(seen[0])
  stop()
  words.set('four')
  expect(seen).toHaveLength(1)
  // Nobody watches it: it is right all the same.
  expect(length.get()).toEqual({ length: 4 })
})
