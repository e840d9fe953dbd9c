import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { AbortedError } from '../errors/connection.js'
import { HttpError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import { createCircuit, mayRetryHttp, withRetries } from './retry.js'

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

const origin = 'https://api.example'
const down = () => Promise.reject(new ServerUnreachableError({ origin }))
const up = () => Promise.resolve('answer')

async function opened() {
  const clock = fakeClock()
  const circuit = createCircuit({ origin, clock })
  for (let i = 0; i < 5; i++) await expect(circuit.run(down)).rejects.toMatchObject({ code: 'server_unreachable' })
  return { clock, circuit }
}

describe('[F22] a circuit', () => {
  test('opens after five failures in a row, and sends nothing while open', async () => {
    const { circuit } = await opened()
    let sent = 0
    const work = async () => {
      sent++
    }
    await expect(circuit.run(work)).rejects.toMatchObject({ code: 'circuit_open', facts: { origin, waitMs: 30_000 } })
    expect(sent).toBe(0)
    expect(circuit.isOpen).toBe(true)
  })

  test('stays closed after four, and after any success or refusal in between', async () => {
    const circuit = createCircuit({ origin, clock: fakeClock() })
    const refused = () => Promise.reject(new HttpError({ status: 404, body: '' }))
    for (const between of [up, refused]) {
      for (let i = 0; i < 4; i++) await circuit.run(down).catch(() => undefined)
      await circuit.run(between).catch(() => undefined)
      for (let i = 0; i < 4; i++) await circuit.run(down).catch(() => undefined)
      expect(circuit.isOpen).toBe(false)
      await circuit.run(up)
    }
  })

  test.each([
    ['a time-out', new RequestTimeoutError(), true],
    ['a 503', new HttpError({ status: 503, body: '' }), true],
    ['a 429', new HttpError({ status: 429, body: '' }), false],
    ['an abort', new AbortedError(), false],
  ])('%s counts: %s', async (_, error, counts) => {
    const circuit = createCircuit({ origin, clock: fakeClock() })
    for (let i = 0; i < 5; i++) await circuit.run(() => Promise.reject(error)).catch(() => undefined)
    expect(circuit.isOpen).toBe(counts)
  })

  test('half-opens after 30 s: one request tries, the others wait; its success closes', async () => {
    const { clock, circuit } = await opened()
    await clock.advance(30_000)
    let answer: (value: string) => void = () => undefined
    const trial = circuit.run(() => new Promise<string>((resolve) => (answer = resolve)))
    await expect(circuit.run(up)).rejects.toMatchObject({ code: 'circuit_open' })
    answer('back')
    expect(await trial).toBe('back')
    expect(await circuit.run(up)).toBe('answer')
  })

  test('a trial that fails opens again for 30 s; one that is aborted leaves the trial to the next request', async () => {
    const { clock, circuit } = await opened()
    await clock.advance(30_000)
    await expect(circuit.run(down)).rejects.toMatchObject({ code: 'server_unreachable' })
    await clock.advance(29_999)
    await expect(circuit.run(up)).rejects.toMatchObject({ code: 'circuit_open' })
    await clock.advance(1)
    await expect(circuit.run(() => Promise.reject(new AbortedError()))).rejects.toMatchObject({ code: 'aborted' })
    await expect(circuit.run(down)).rejects.toMatchObject({ code: 'server_unreachable' })
    expect(circuit.isOpen).toBe(true) // the next was a trial too, so that its one failure is enough
    await clock.advance(30_000)
    expect(await circuit.run(up)).toBe('answer')
  })

  test('after any history, a server that answers is reached again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('up', 'down', 'abort', 'wait')), async (history) => {
        const clock = fakeClock()
        const circuit = createCircuit({ origin, clock })
        for (const step of history) {
          if (step === 'wait') await clock.advance(30_000)
          else if (step === 'up') await circuit.run(up).catch(() => undefined)
          else if (step === 'down') await circuit.run(down).catch(() => undefined)
          else await circuit.run(() => Promise.reject(new AbortedError())).catch(() => undefined)
        }
        await clock.advance(30_000)
        expect(await circuit.run(up)).toBe('answer')
        expect(circuit.isOpen).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})
