import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { painted } from './painted.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what was drawn is painted two frames later', async () => {
  const frames: FrameRequestCallback[] = []
  let isPainted = false
  const done = painted({ requestAnimationFrame: (callback) => frames.push(callback) }).then(() => {
    isPainted = true
  })
  frames.shift()?.(0)
  await Promise.resolve()
  expect([frames.length, isPainted]).toEqual([1, false])
  frames.shift()?.(16)
  await done
  expect(isPainted).toBe(true)
})

test('a page that paints nothing, or has no frames, is waited for no longer than a moment', async () => {
  const hidden = painted({ requestAnimationFrame: () => 0 })
  await vi.advanceTimersByTimeAsync(100)
  await hidden
  await painted({})
})
