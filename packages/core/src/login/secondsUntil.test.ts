import { expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { observable } from '../store/observable.js'
import { secondsUntil } from './secondsUntil.js'

/** A moment, and the seconds until it each time that they were announced. */
function counted(inMs: number | undefined) {
  const clock = fakeClock()
  const at = observable(inMs === undefined ? undefined : clock.now() + inMs)
  const seconds = secondsUntil({ clock, at: at.get, moved: at.subscribe })
  const seen: number[] = []
  return { clock, at, seconds, seen, stop: seconds.subscribe(() => seen.push(seconds.get())) }
}

test('counts down to nothing, and then waits for nothing', async () => {
  const { clock, seconds, seen } = counted(2_500)
  expect(seconds.get()).toBe(3)
  await clock.advance(10_000)
  expect(seen).toEqual([2, 1, 0])
  expect(clock.pending).toBe(0)
})

test('begins anew with another moment', async () => {
  const { clock, at, seconds, seen } = counted(undefined)
  expect([seconds.get(), clock.pending]).toEqual([0, 0])
  at.set(clock.now() + 2_000)
  expect(seconds.get()).toBe(2)
  await clock.advance(2_000)
  expect(seen).toEqual([1, 0])
})

test('ends with its subscription', () => {
  const { clock, at, stop } = counted(5_000)
  stop()
  expect(clock.pending).toBe(0)
  at.set(clock.now() + 9_000)
  expect(clock.pending).toBe(0)
})
