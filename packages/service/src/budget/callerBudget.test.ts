import { expect, test } from 'vitest'
import { RateLimitedError } from '../errors/refusals.js'
import type { Soon } from '../soon.js'
import { createCallerBudget } from './callerBudget.js'
import { createMemoryBudgets } from './memoryBudgets.js'

const create = () => createCallerBudget({ budgets: createMemoryBudgets({ now: () => 0 }), perSecond: 1, burst: 4 })

/** @returns null, or the seconds that a refusal names */
const waitOf = async (pay: () => Soon<void>): Promise<number | null> => {
  try {
    await pay()
    return null
  } catch (error) {
    if (error instanceof RateLimitedError) return Number(error.headers['Retry-After'])
    throw error
  }
}

test('each client has a bucket of its own, whichever project it names, and pays by cost', async () => {
  const { pay } = create()
  const ask = (client: string, cost?: number) => waitOf(() => pay({ client, cost, isPage: true }))
  expect([await ask('203.0.113.7', 3), await ask('203.0.113.7'), await ask('203.0.113.7')]).toEqual([null, null, 1])
  expect(await ask('203.0.113.7', 3)).toBe(3)
  expect(await ask('203.0.113.8', 4)).toBe(null)
})

test('whoever is no page pays twice', async () => {
  const { pay } = create()
  const ask = () => waitOf(() => pay({ client: '203.0.113.7', cost: 1, isPage: false }))
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, 2])
})

test('a /48 is counted too, at sixteen households', async () => {
  const { pay } = create()
  const ask = (household: number) =>
    waitOf(() => pay({ client: `2001:db8:1:${household.toString(16)}::/64`, cost: 4, isPage: true }))
  for (let household = 0; household < 16; household++) expect(await ask(household)).toBe(null)
  expect(await ask(16)).toBe(1)
  expect(await waitOf(() => pay({ client: '2001:db8:2:0::/64', cost: 4, isPage: true }))).toBe(null)
})
