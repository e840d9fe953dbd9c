import { expect, test } from 'vitest'
import { createClientLimit } from './clientLimit.js'
import { createMemoryLimits } from './limits.js'

const create = () => createClientLimit({ limits: createMemoryLimits({ now: () => 0 }), perSecond: 1, burst: 2 })

test('each client of a project has a bucket of its own, and those who guess project ids share one', async () => {
  const { take } = create()
  const request = { client: '203.0.113.7', projectId: 'a' }
  expect([await take(request), await take(request), await take(request)]).toEqual([null, null, 1])
  expect(await take({ ...request, projectId: 'b' })).toBe(null)
  expect(await take({ ...request, client: '203.0.113.8' })).toBe(null)
  const guess = { ...request, projectId: null, cost: 2 }
  expect([await take(guess), await take(guess)]).toEqual([null, 2])
})

test('a /48 is counted too, at sixteen households', async () => {
  const { take } = create()
  const ask = (household: number) =>
    take({ client: `2001:db8:1:${household.toString(16)}::/64`, projectId: 'a', cost: 2 })
  for (let household = 0; household < 16; household++) expect(await ask(household)).toBe(null)
  expect(await ask(16)).toBe(1)
  expect(await take({ client: '2001:db8:2:0::/64', projectId: 'a', cost: 2 })).toBe(null)
})
