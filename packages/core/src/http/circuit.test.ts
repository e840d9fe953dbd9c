import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { AbortedError } from '../errors/connection.js'
import { HttpError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError } from '../errors/wallet.js'

import { createCircuit } from './retry.js'

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
