import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { renderError } from '../app.js'
import { ApiError } from '../errors/ApiError.js'
import type { Env } from './env.js'
import { shedLoad } from './shedLoad.js'

test('[F23] above its capacity a node refuses at once, says when to retry, and still answers health checks', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const app = new Hono<Env>()
    .use(shedLoad({ most: 2 }))
    .get('/slow', async (c) => {
      await slow
      return c.text('done')
    })
    .get('/fails', () => {
      throw new Error('It fails.')
    })
    .get('/healthz', (c) => c.text('ok'))
    .onError((error, c) => (error instanceof ApiError ? renderError(c, error) : c.text('failed', 500)))
  // Those that fail are over, too.
  for (let turn = 0; turn < 5; turn++) expect((await app.request('/fails')).status).toBe(500)

  const running = [app.request('/slow'), app.request('/slow')]
  const refused = await app.request('/slow')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toEqual({
    status: 'FAILED',
    reasons: [{ name: 'server', description: expect.any(String) }],
  })
  expect((await app.request('/healthz')).status).toBe(200)
  finish()
  for (const answer of running) expect((await answer).status).toBe(200)
  expect((await app.request('/slow')).status).toBe(200)
})
