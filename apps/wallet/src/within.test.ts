import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { within } from './within.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Waits until it is given up. @returns why */
const untilGivenUp = (signal: AbortSignal) =>
  new Promise<string>((resolve) => {
    const end = () => resolve(signal.reason.name)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

describe('work that is given up', () => {
  test('by the time, by the signal, and by a signal that has ended before', async () => {
    const late = within({ ms: 1_000 }, untilGivenUp)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await late).toBe('TimeoutError')
    const controller = new AbortController()
    const left = within({ ms: 1_000, signal: controller.signal }, untilGivenUp)
    controller.abort()
    expect(await left).toBe('AbortError')
    expect(await within({ ms: 1_000, signal: controller.signal }, untilGivenUp)).toBe('AbortError')
  })

  test('leaves no timer behind, whatever becomes of it', async () => {
    expect(await within({ ms: 1_000 }, async () => 7)).toBe(7)
    await expect(within({ ms: 1_000 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(vi.getTimerCount()).toBe(0)
  })
})
