import { afterEach, expect, test, vi } from 'vitest'
import { painted } from './painted.js'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Frames that the test draws. */
function heldFrames() {
  let waiting: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => waiting.push(run))
  return {
    async draw() {
      const now = waiting
      waiting = []
      for (const run of now) run()
      await Promise.resolve()
    },
    waiting: () => waiting.length,
  }
}

test('resolves in a task after the frame that paints what stands in the page, and asks for no further frame', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const frames = heldFrames()
  const after = vi.fn()
  painted().then(after)
  await frames.draw()
  expect(after).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  expect(after).toHaveBeenCalledTimes(1)
  expect(frames.waiting()).toBe(0)
})

test('a tab in the background paints nothing, so that nothing waits for it', async () => {
  const frames = heldFrames()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await painted()
  expect(frames.waiting()).toBe(0)
})

test('a server has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', undefined)
  await expect(painted()).resolves.toBeUndefined()
})
