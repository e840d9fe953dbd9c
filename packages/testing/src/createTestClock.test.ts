import { expect, test } from 'vitest'
import { createTestClock } from './createTestClock.js'

test('runs what falls due, in its order, and nothing that was cancelled', () => {
  const clock = createTestClock({ startMs: 1000 })
  const ran: string[] = []
  clock.setTimeout(() => ran.push(`late at ${clock.now()}`), 50)
  clock.setTimeout(() => {
    ran.push(`early at ${clock.now()}`)
    clock.setTimeout(() => ran.push(`in between at ${clock.now()}`), 10)
  }, 20)
  clock.setTimeout(() => ran.push('never'), 30)()
  clock.setTimeout(() => ran.push('not yet'), 51)
  clock.advance(50)
  expect(ran).toEqual(['early at 1020', 'in between at 1030', 'late at 1050'])
  expect(clock.now()).toBe(1050)
  expect(clock.pending).toBe(1)
})
