import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { freshFetch } from './freshFetch.js'

test('what a server closed meanwhile isn’t written into', async () => {
  const asked = new WeakSet<Socket>()
  const said: unknown[] = []
  // It closes what it kept just as the next question comes.
  const server = createServer(({ socket, headers }, answer) => {
    if (asked.has(socket)) {
      socket.destroy()
      return
    }
    asked.add(socket)
    said.push(headers['x-other'])
    answer.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  const headers = { 'X-Other': 'here' }
  for (const options of [{ method: 'POST', body: 'a' }, { method: 'POST', body: 'a' }, {}, {}]) {
    const answer = await freshFetch(`http://127.0.0.1:${port}`, { ...options, headers })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  }
  expect(said).toEqual(Array(4).fill('here'))
  server.close()
})
