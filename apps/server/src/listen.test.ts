import { expect, test } from 'vitest'
import { listen } from './listen.js'

test('a request that does not end is cut off at the limit', async () => {
  let onAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const fetchApp = () => {
    onAsked()
    return new Promise<Response>(() => {})
  }
  const listener = await listen({ fetch: fetchApp, host: '127.0.0.1', port: 0, closeLimitMs: 1 })
  const running = fetch(listener.url)
  await asked
  const [outcome, finished] = await Promise.allSettled([running, listener.close()])
  expect(outcome.status).toBe('rejected')
  expect(finished).toEqual({ status: 'fulfilled', value: false })
})

test('a connection that is kept alive does not hold the port once its request is answered', async () => {
  let answer = (_: Response) => {}
  let onAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsked = resolve
  })
  const fetchApp = () => {
    onAsked()
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  }
  const listener = await listen({ fetch: fetchApp, host: '127.0.0.1', port: 0, closeLimitMs: 50_000 })
  const running = fetch(listener.url)
  await asked
  const closing = listener.close()
  answer(new Response('here'))
  expect(await (await running).text()).toBe('here')
  expect(await closing).toBe(true)
})

test('the address is one that can be called', async () => {
  const everywhere = await listen({ fetch: () => new Response('here'), host: '0.0.0.0', port: 0 })
  expect(everywhere.url).toBe(`http://localhost:${everywhere.port}`)
  expect(await (await fetch(`http://127.0.0.1:${everywhere.port}`)).text()).toBe('here')
  expect(await everywhere.close()).toBe(true)
})
