import { getEventListeners } from 'node:events'
import { createTestClock } from '@foyer/testing'
import { expect, test } from 'vitest'
import { requestWallet } from './walletRequest.js'

const asking = (answer: () => Promise<unknown>, signal: AbortSignal) => {
  const clock = createTestClock()
  const asked = requestWallet({
    provider: { request: answer },
    method: 'eth_chainId',
    parse: (value) => (typeof value === 'string' ? value : undefined),
    expected: 'text',
    signal,
    clock,
    timeoutMs: 1000,
  }).then(
    (value) => value,
    (error: unknown) => error,
  )
  return { clock, asked }
}

test.each([
  ['answers', async () => '0x1'],
  ['refuses', () => Promise.reject({ code: 4001 })],
  ['answers nonsense', async () => 7],
])('a wallet that %s leaves no listener on the signal, and no timer', async (_, answer) => {
  const { signal } = new AbortController()
  const { clock, asked } = asking(answer, signal)
  await asked
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(clock.pending).toBe(0)
})

test('[F18] nor does one that never answers, once it is aborted or the time is over', async () => {
  const controller = new AbortController()
  const never = () => new Promise<never>(() => {})
  const aborted = asking(never, controller.signal)
  controller.abort()
  expect(await aborted.asked).toMatchObject({ code: 'aborted' })
  expect(aborted.clock.pending).toBe(0)
  const { signal } = new AbortController()
  const late = asking(never, signal)
  late.clock.advance(1000)
  expect(await late.asked).toMatchObject({ code: 'request_timeout' })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
