import { expect, test } from 'vitest'
import { type Listening, listen } from './listen.js'

/** Listens on a port that the system hands out to nobody: one that it has chosen is anybody's as soon as it is given up. */
function onQuietPort(fetch: () => Response): Promise<Listening> {
  // Below where Linux (32768) and the others (49152) begin to choose from; held by somebody all the same, another one does.
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  return listen({ fetch, port }).catch(() => onQuietPort(fetch))
}

test('a port answers until it is stopped, whoever is still connected', async () => {
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

test('a port that another holds is told, and a stopped one is had again', async () => {
  const fetch = () => new Response('')
  const { port, stop } = await onQuietPort(fetch)
  await expect(listen({ fetch, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await stop()
  const again = await listen({ fetch, port })
  expect(again.port).toBe(port)
  await again.stop()
})
