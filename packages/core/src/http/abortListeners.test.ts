import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { sleep } from '../clock/sleep.js'
import { fakeClock } from '../clock/test/fakeClock.js'
import { createBatch, createDedupe } from '../rpc/httpTransport.js'
import { exchange, orAborted } from './exchange.js'

const clock = fakeClock()

test.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
  ['orAborted', (signal) => orAborted({ work: Promise.resolve(1), signal })],
  ['orAborted that fails', (signal) => orAborted({ work: Promise.reject(new Error('no')), signal })],
  ['a request', (signal) => request(signal, async () => new Response('{}'))],
  ['a request that fails', (signal) => request(signal, () => Promise.reject(new Error('no')))],
  ['a shared request', (signal) => createDedupe().run({ key: 'a', work: async () => 1, signal })],
  ['a sleep', (signal) => slept(signal)],
  ['a batch', (signal) => batched(signal)],
])('%s leaves no listener on its signal once it has settled', async (_, work) => {
  const { signal } = new AbortController()
  await work(signal).catch(() => 'it failed, as it should')
  await new Promise((resolve) => setImmediate(resolve))
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

function request(signal: AbortSignal, fetch: typeof globalThis.fetch): Promise<string> {
  return exchange({ url: new URL('http://node.test'), fetch, clock, signal, read: (response) => response.text() })
}

async function slept(signal: AbortSignal): Promise<void> {
  const asleep = sleep({ clock, ms: 10, signal })
  await clock.advance(10)
  await asleep
}

async function batched(signal: AbortSignal): Promise<unknown> {
  const post = async () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: 1 })
  const call = createBatch({ size: 1, waitMs: 0, clock, post }).call({ method: 'eth_chainId' }, { signal })
  return call
}
