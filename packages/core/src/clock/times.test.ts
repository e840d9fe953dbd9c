import { expect, test } from 'vitest'
import { byMonth } from './times.js'

const at = (year: number, month: number, day: number) => new Date(year, month, day, 12).getTime()
const grouped = (times: readonly number[], now = 0, locale = 'en') =>
  byMonth({ items: times.map((time) => ({ at: time })), now, locale })

test('[S3.14] months come newest first, the same month of two years apart, and this year’s without it', () => {
  const months = grouped([at(2025, 10, 3), at(2026, 0, 1), at(2026, 10, 2), at(2026, 10, 30)], at(2026, 11, 1))
  expect(months.map(({ key, title, items }) => [key, title, items.length])).toEqual([
    ['2026-11', 'November', 2],
    ['2026-01', 'January', 1],
    ['2025-11', 'November 2025', 1],
  ])
  expect(months[0]?.items.map((each) => each.at)).toEqual([at(2026, 10, 30), at(2026, 10, 2)])
  expect(grouped([])).toEqual([])
})

test('a year has the digits of the amounts in every language', () => {
  expect(grouped([at(2025, 10, 3)], at(2026, 0, 1), 'ar-EG')[0]?.title).toContain('2025')
})

test('[S3.14] none is lost, and each stands in its own month', () => {
  // One of each eleven days from 1970 to 2100, not in their order.
  const times = Array.from({ length: 4_310 }, (_, index) => ((index * 1_009) % 4_310) * 950_400_000)
  const months = grouped(times)
  expect(months.flatMap(({ items }) => items.map((each) => each.at))).toEqual([...times].sort((a, b) => b - a))
  for (const { key, items } of months)
    for (const each of items) {
      const date = new Date(each.at)
      expect(key).toBe(`${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`)
    }
})
