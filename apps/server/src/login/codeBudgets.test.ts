import { expect, test } from 'vitest'
import type { BudgetKind, Budgets } from '../budget/budget.js'
import { createMemoryBudgets } from '../budget/memoryBudgets.js'
import { type Asker, createCodeBudgets } from './codeBudgets.js'

const asker = (number: number, isNew: boolean): Asker => ({
  person: `email:${number}@mail.example`,
  device: `device ${number}`,
  client: `client ${number}`,
  isNew,
})

test('[F2] a thousand wrong codes in ten minutes, wherever they come from, stop new devices and no known one', async () => {
  let time = 0
  const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => time }) })
  for (let guess = 0; guess < 999; guess += 1) await limits.countWrong(asker(guess, true))
  await limits.refuseGuesser(asker(2_000, true))
  await limits.countWrong(asker(999, true))
  await expect(limits.refuseGuesser(asker(2_000, true))).rejects.toMatchObject({
    code: 'too_many_codes',
    headers: { 'Retry-After': '600' },
  })
  await expect(limits.takeCode(asker(2_000, true))).rejects.toMatchObject({ code: 'too_many_codes' })
  await limits.takeCode(asker(2_001, false))
  time += 600_000
  await limits.takeCode(asker(2_000, true))
})

test('[F2] every limit of a login is closed while what nodes share is away', () => {
  const made: BudgetKind[] = []
  const memory = createMemoryBudgets({ now: () => 0 })
  const budgets: Budgets = {
    ...memory,
    window(budget) {
      made.push(budget)
      return memory.window(budget)
    },
  }
  createCodeBudgets({ budgets })
  expect(made).toHaveLength(6)
  expect(made.filter(({ whenAway }) => whenAway !== 'closed')).toEqual([])
})
