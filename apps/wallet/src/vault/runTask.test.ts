import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunTask } from './runTask.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker that answers what the test says, or nothing. */
function worker(answer?: unknown) {
  const target = new EventTarget()
  const state = { started: 0, ended: 0 }
  const start = () => {
    state.started += 1
    return {
      addEventListener: target.addEventListener.bind(target),
      terminate: () => {
        state.ended += 1
      },
      postMessage: () => {
        if (answer !== undefined)
          queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data: answer })))
      },
    }
  }
  return { run: createRunTask(start), state }
}
const create = { task: 'create', wallet: 'w', doors: [] } as const

test('a worker that says nothing for twenty seconds is ended, and has failed', async () => {
  const { run, state } = worker()
  const ended = run(create).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(state).toEqual({ started: 1, ended: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(await ended).toMatchObject({ code: 'vault', reason: 'timeout', facts: { reason: 'timeout' } })
  expect(state.ended).toBe(1)
})

test.each([
  ['its failure', { status: 'failed', code: 'wrong_key' }, 'wrong_key'],
  ['a failure without a name', { status: 'failed' }, 'worker'],
  ['what is no answer', { status: 'other', result: {} }, 'worker'],
  ['more than the task has', { status: 'done', result: { signatures: [], dataKey: 'x' } }, 'worker'],
])('a worker that says %s is ended at once, and leaves no clock running', async (_, answer, reason) => {
  const { run, state } = worker(answer)
  const sign = { ...create, task: 'sign', family: 'eip155', address: '0x', payloads: [], approved: [] } as const
  const openable = { wallet: 'w', vault: new Uint8Array(), door: { door: 'd', kind: 'device', ...unopened } } as const
  await expect(run({ ...sign, ...openable })).rejects.toMatchObject({ code: 'vault', reason })
  expect([state.ended, vi.getTimerCount()]).toEqual([1, 0])
})

test('the name of a failure is cut short in what is logged of it', async () => {
  const { run } = worker({ status: 'failed', code: 'x'.repeat(100) })
  await expect(run(create)).rejects.toMatchObject({ facts: { reason: 'x'.repeat(40) } })
})

const unopened = {
  key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['decrypt']),
  wrap: new Uint8Array(),
}
