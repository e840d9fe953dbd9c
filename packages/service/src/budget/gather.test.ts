import { expect, test } from 'vitest'
import { gather } from './gather.js'

test('what is asked in one turn is asked together, so many at once; each gets its own answer', async () => {
  const asked: (readonly number[])[] = []
  const double = gather({
    most: 3,
    ask: async (numbers: readonly number[]) => {
      asked.push(numbers)
      return numbers.map((number) => number * 2)
    },
  })
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(asked).toEqual([[1, 2, 3], [4], [5]])
})

test('a failure is of those who asked together, and of no others', async () => {
  const take = gather({
    most: 2,
    ask: async (numbers: readonly number[]) => {
      if (numbers.includes(1)) throw new Error('Away.')
      return numbers.slice(1)
    },
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map(take))
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'Error: Away.',
    'Error: Away.',
    4,
    'TypeError: There are fewer answers than questions.',
  ])
})
