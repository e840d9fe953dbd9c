import { afterEach, expect, test, vi } from 'vitest'
import { ServerUnreachableError } from '../errors/http.js'
import { nodeAnswer } from './nodeAnswer.js'

afterEach(() => {
  vi.useRealTimers()
})

const url = 'https://node.example/v2?key=secret'
const context = { method: 'keys' }
const of = (body: BodyInit | null, status = 200) =>
  nodeAnswer({ url, context, send: async () => new Response(body, { status }) })

/** Never answers; with a body that never ends once it is asked to. */
const silent = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
const endless = async (signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    }),
  )

test('an answer of 64 kB is read with its status, and of a longer one nothing', async () => {
  const most = 'x'.repeat(65_536)
  expect(await of(most, 404)).toEqual({ status: 404, text: most })
  expect(await of(`${most}x`)).toEqual({ status: 200, text: '' })
  expect(await of(null)).toEqual({ status: 200, text: '' })
})

test.each([
  ['is silent', silent],
  ['never ends its answer', endless],
])('a node that %s has ten seconds, and is named by its origin alone', async (_, send) => {
  vi.useFakeTimers()
  const asked = nodeAnswer({ url, context, send }).catch((error: unknown) => error)
  const pending = vi.fn()
  void asked.then(pending)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(pending).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const error = await asked
  expect(error).toBeInstanceOf(ServerUnreachableError)
  expect(JSON.stringify(error)).not.toContain('secret')
  expect(error).toMatchObject({ facts: { origin: 'https://node.example', method: 'keys' } })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['before', silent, true],
  ['while it waits', silent, false],
  ['while it reads', endless, false],
])('[F18] whoever asked ends it %s, with their own reason and no timer left', async (_, send, isFirst) => {
  vi.useFakeTimers()
  const end = new AbortController()
  const reason = new Error('The visitor left.')
  if (isFirst) end.abort(reason)
  const asked = nodeAnswer({ url, context, send, signal: end.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10)
  end.abort(reason)
  expect(await asked).toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})
