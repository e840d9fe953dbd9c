import { expect, test } from 'vitest'
import { createFairRate } from './fairRate.js'

function fairRate(rate = { perSecond: 100, burst: 1_000 }) {
  const clock = { now: 0 }
  const { take } = createFairRate({ ...rate, now: () => clock.now })
  const isTaken = (network: string, cost = 1, from = 'demo') => take({ from, network, cost }) === null
  return { clock, take, isTaken }
}

test('one network alone has the whole bucket, and as much as is refilled', () => {
  const { clock, take, isTaken } = fairRate()
  expect([isTaken('a', 900), isTaken('a', 100)]).toEqual([true, true])
  expect(take({ from: 'demo', network: 'a', cost: 50 })).toBe(1)
  expect(take({ from: 'demo', network: 'a', cost: 150 })).toBe(2)
  clock.now += 500
  expect([isTaken('a', 50), isTaken('a')]).toEqual([true, false])
  expect(isTaken('a', 1, 'other project')).toBe(true)
})

test.each([14, 200])('beside %i networks that take what they can, one that takes little has it, always', (networks) => {
  const { clock, isTaken } = fairRate()
  let taken = 0
  const refused: number[] = []
  for (let second = 0; second < 60; second += 1) {
    for (let network = 0; network < networks; network += 1) {
      for (let time = 0; time < 20; time += 1) if (isTaken(`${network}`, 5)) taken += 5
    }
    // Five messages in ten seconds.
    if (second % 2 === 1 && !isTaken('honest')) refused.push(second)
    clock.now += 1_000
  }
  expect(refused).toEqual([])
  // The bucket, what was refilled, and the first that each of them took.
  expect(taken).toBeLessThan(1_000 + 60 * 100 + networks * 5 + 1_000 * Math.log(networks))
  expect(taken).toBeGreaterThan(60 * 100 * 0.9)
})

test('who has taken nothing is served, also beyond a share', () => {
  const { isTaken } = fairRate()
  for (let network = 0; network < 999; network += 1) isTaken(`${network}`, 5)
  expect([isTaken('new', 50), isTaken('new')]).toEqual([true, false])
})
