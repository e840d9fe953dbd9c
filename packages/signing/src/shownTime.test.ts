import { expect, test } from 'vitest'
import { shownTime } from './shownTime.js'

test.each([
  [1_800_000_000n, '2027-01-15 08:00 UTC'],
  [253_402_300_799n, '9999-12-31 23:59 UTC'],
  [253_402_300_800n, '10000-01-01 00:00 UTC'],
  // A time in milliseconds, taken for seconds.
  [1_800_000_000_000n, '59009-09-24 08:00 UTC'],
  [8_640_000_000_000n, '275760-09-13 00:00 UTC'],
  [8_640_000_000_001n, '8640000000001'],
])('%i seconds are %s', (seconds, shown) => {
  expect(shownTime(seconds)).toBe(shown)
})
