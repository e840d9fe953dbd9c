import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createHoldings } from '../budget/holdings.js'
import { ApiError } from '../errors/ApiError.js'
import { createLog } from '../log/createLog.js'
import { noMetrics } from '../metrics/metrics.js'
import { attend } from './attend.js'
import { renderError } from './endings.js'
import type { Env } from './env.js'
import { takeSlots, whileHeld } from './hold.js'

test('above its capacity a node refuses at once and says when to retry; a slot is free once the answer has left', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slots = createHoldings({ perOwner: 2, inAll: 3 })
  const services = { slots, chains: { find: () => undefined } }
  const app = new Hono<Env>()
    .get('/:kind', (c) =>
      whileHeld({
        c,
        async work(hold) {
          c.env.visit.client = c.req.query('client') ?? ''
          takeSlots({ c, services, operation: {}, hold })
          if (c.req.param('kind') === 'fails') throw new Error('It fails.')
          await slow
          return c.text('done')
        },
      }),
    )
    .onError((error, c) => (error instanceof ApiError ? renderError(c, error) : c.text('failed', 500)))
  const log = createLog({ level: 'silent' })
  app.fetch = attend({ services: { log, metrics: noMetrics, now: () => 0, requestId: () => 'a' }, fetch: app.fetch })
  // Those that fail are over, too.
  for (let turn = 0; turn < 5; turn++) expect((await app.request('/fails')).status).toBe(500)

  const running = ['a', 'a', 'b'].map((client) => app.request(`/slow?client=${client}`))
  const refused = await app.request('/slow?client=c')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  finish()
  for (const answer of running) expect((await answer).status).toBe(200)
  expect(slots.held()).toBe(0)

  const leaving: (() => void)[] = []
  const outgoing = { destroyed: false, on: (_: string, left: () => void) => void leaving.push(left), destroy() {} }
  const ask = async (client: string) => (await app.request(`/slow?client=${client}`, {}, { outgoing })).status
  expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([200, 200, 429])
  leaving[0]?.()
  expect([await ask('a'), await ask('b'), await ask('b')]).toEqual([200, 200, 503])
})
