import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { HttpError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError } from '../errors/wallet.js'

import { mayRetryHttp, withRetries } from './retry.js'

/** Fails always; records when it was tried. */
function failing({ error, random = 0, signal }: { error: unknown; random?: number; signal?: AbortSignal | undefined }) {
  const clock = fakeClock({ start: 0 })
  const attempts: number[] = []
  const outcome = withRetries({
    attempt: async () => {
      attempts.push(clock.now())
      throw error
    },
    mayRetry: mayRetryHttp,
    clock,
    random: () => random,
    signal,
  }).then(
    () => 'done',
    (thrown: unknown) => thrown,
  )
  return { clock, attempts, outcome }
}

const unreachable = new ServerUnreachableError({ origin: 'https://api.example' })
const limited = (retryAfterMs: number) => new HttpError({ status: 429, body: '', retryAfterMs })

describe('tries again', () => {
  test('[S9.35] [F22] three times, after 150, 300 and 600 ms, then throws the failure', async () => {
    const { clock, attempts, outcome } = failing({ error: unreachable })
    await clock.advance(60_000)
    expect(attempts).toEqual([0, 150, 450, 1050])
    expect(await outcome).toBe(unreachable)
    expect(clock.pending).toBe(0)
  })

  test('[S9.35] [F22] jitter only lengthens, by a quarter at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (random) => {
        const { clock, attempts } = failing({ error: unreachable, random })
        await clock.advance(60_000)
        const waits = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0))
        expect(waits).toHaveLength(3)
        for (const [i, wait] of waits.entries()) {
          expect(wait).toBeGreaterThanOrEqual(150 * 2 ** i - 0.01)
          expect(wait).toBeLessThanOrEqual(150 * 2 ** i * 1.25 + 0.01)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('[S8.41] [F22] never before the server’s Retry-After', async () => {
    const { clock, attempts } = failing({ error: limited(2000), random: 0.5 })
    await clock.advance(60_000)
    expect(attempts[1]).toBe(2250)
    const shorter = failing({ error: limited(1) })
    await shorter.clock.advance(60_000)
    expect(shorter.attempts).toEqual([0, 150, 450, 1050])
  })

  test('[S8.41] not at all when the server asks for more than ten seconds', async () => {
    const error = limited(10_001)
    const { attempts, outcome } = failing({ error })
    expect(await outcome).toBe(error)
    expect(attempts).toEqual([0])
  })

  test('not once more after the caller aborted', async () => {
    const controller = new AbortController()
    const { clock, attempts, outcome } = failing({ error: unreachable, signal: controller.signal })
    await clock.advance(100)
    controller.abort()
    expect(await outcome).toMatchObject({ code: 'aborted' })
    await clock.advance(60_000)
    expect(attempts).toEqual([0])
  })
})

describe('which failures', () => {
  test.each([403, 408, 413, 429, 500, 502, 503, 504])('[S8.40] HTTP %i is tried again', (status) => {
    expect(mayRetryHttp(new HttpError({ status, body: '' }))).toBeTruthy()
  })

  test.each([400, 401, 404, 405, 409, 410, 422, 501, 505])('[S8.40] HTTP %i is not', (status) => {
    expect(mayRetryHttp(new HttpError({ status, body: '' }))).toBe(false)
  })

  test('a broken connection is; a time-out and the unknown are not', () => {
    expect(mayRetryHttp(unreachable)).toBeTruthy()
    expect(mayRetryHttp(new RequestTimeoutError())).toBe(false)
    expect(mayRetryHttp(new TypeError('x'))).toBe(false)
  })
})
