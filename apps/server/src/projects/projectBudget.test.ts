import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { RateLimitedError } from '@foyer/service/errors/refusals'
import { expect, test } from 'vitest'
import { createProjectBudget } from './projectBudget.js'

test('programs that ask in the name of a project leave its pages three quarters and more', async () => {
  const { pay } = createProjectBudget({ budgets: createMemoryBudgets({ now: () => 0 }), perSecond: 1, burst: 4 })
  /** @returns null, or the seconds that a refusal names */
  const waitOf = async (asked: Parameters<typeof pay>[0]): Promise<number | null> => {
    try {
      await pay(asked)
      return null
    } catch (error) {
      if (error instanceof RateLimitedError) return Number(error.headers['Retry-After'])
      throw error
    }
  }
  const ask = (isPage: boolean, cost: number) => waitOf({ projectId: 'a', cost, isPage })
  expect([await ask(false, 50), await ask(false, 1)]).toEqual([null, 1])
  expect([await ask(true, 200), await ask(true, 1)]).toEqual([null, 1])
  expect(await waitOf({ projectId: 'b', isPage: false })).toBe(null)
})
