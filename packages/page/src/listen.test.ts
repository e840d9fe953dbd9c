import { expect, test } from 'vitest'
import { type Listening, listen } from './listen.js'

/** Listens on a port outside the system's range: one that the system has chosen may be assigned again once it is closed. */
function onFixedPort(fetch: () => Response): Promise<Listening> {
  // Below where Linux (32768) and other systems (49152) begin to choose from; a taken one is replaced by the next.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  return listen({ fetch, port }).catch(() => onFixedPort(fetch))
}

test('a port answers until it is stopped, open connections or not', async () => {
  let arrived = () => {}
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const { url, port, stop } = await listen({
    port: 0,
    fetch: (request) => {
      if (new URL(request.url).pathname === '/') return new Response('Hello')
      arrived()
      return new Promise(() => {})
    },
  })
  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect(await (await fetch(url)).text()).toBe('Hello')
  const unanswered = expect(fetch(`${url}/never`)).rejects.toThrow()
  await waiting
  await stop()
  await unanswered
  await expect(fetch(url)).rejects.toThrow()
})

test('a taken port is reported, and a stopped one is free again', async () => {
  const fetch = () => new Response('')
  const { port, stop } = await onFixedPort(fetch)
  await expect(listen({ fetch, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await stop()
  const again = await listen({ fetch, port })
  expect(again.port).toBe(port)
  await again.stop()
})

test('what is asked when it stops is answered within the grace, and a connection that was kept alive doesn’t hold it open', async () => {
  let answer: ((reply: Response) => void) | undefined
  const { url, stop } = await listen({
    port: 0,
    graceMs: 60_000,
    fetch: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const asked = fetch(url)
  await expect.poll(() => answer).toBeDefined()
  const stopped = stop()
  answer?.(new Response('at last'))
  expect(await (await asked).text()).toBe('at last')
  await stopped
  await expect(fetch(url)).rejects.toThrow()
})

test('a connection is kept longer than a proxy keeps it', async () => {
  const { url, stop } = await listen({ port: 0, fetch: () => new Response('') })
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=65')
  await stop()
})
