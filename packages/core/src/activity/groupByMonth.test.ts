import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityItem } from './activityItem.js'
import { groupByMonth } from './groupByMonth.js'

const at = (year: number, month: number, day: number) => new Date(year, month, day, 12).getTime()
const item = (time: number): ActivityItem => ({
  key: String(time),
  hash: '0xa',
  type: 'send',
  status: 'confirmed',
  at: time,
  transfers: [],
  counterparty: undefined,
})

test('[S3.14] months come newest first, the same month of two years apart, and this year’s are known as such', () => {
  const items = [at(2025, 10, 3), at(2026, 0, 1), at(2026, 10, 2), at(2026, 10, 30)].map(item)
  const months = groupByMonth({ items, now: at(2026, 11, 1) })
  expect(months.map(({ key, isThisYear, items }) => [key, isThisYear, items.length])).toEqual([
    ['2026-11', true, 2],
    ['2026-01', true, 1],
    ['2025-11', false, 1],
  ])
  expect(months[0]?.items.map((each) => each.at)).toEqual([at(2026, 10, 30), at(2026, 10, 2)])
})

test('[S3.14] none is lost, and each stands in its own month', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { maxLength: 60 }), (times) => {
      const months = groupByMonth({ items: times.map(item), now: 0 })
      expect(months.flatMap(({ items }) => items.map((each) => each.at))).toEqual([...times].sort((a, b) => b - a))
      for (const { items, year, month } of months)
        for (const each of items)
          expect([new Date(each.at).getFullYear(), new Date(each.at).getMonth()]).toEqual([year, month])
    }),
    { numRuns: 300 },
  )
})
