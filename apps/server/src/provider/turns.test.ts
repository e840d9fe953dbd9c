import type { Budgets } from '@foyer/service/budget/budget'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { describe, expect, test } from 'vitest'
import { hastyClock } from './test/hastyClock.js'
import { createTurns } from './turns.js'

const stranger = '203.0.113.9'

interface SetUp {
  perSecond?: number
  perDay?: number
  budgets?: Budgets
}

function setUp({ perSecond = 4, perDay = 1_000_000, budgets: given }: SetUp = {}) {
  const clock = hastyClock()
  const start = clock.now()
  const budgets = given ?? createMemoryBudgets(clock)
  const turns = createTurns({ name: 'one', perSecond, perDay, budgets, clock })
  const served: { readonly name: string; readonly second: number }[] = []
  const ask = (name: string, client?: string, signal = new AbortController().signal) => {
    const question = turns.question()
    question.join(client)
    const turn = question.turn(signal).then(
      () => void served.push({ name, second: (clock.now() - start) / 1_000 }),
      ({ code }: { code?: string }) => code,
    )
    return { question, turn }
  }
  const askAll = ({ count, client }: { count: number; client?: string }) =>
    Array.from({ length: count }, (_, index) => ask(`${client} ${index}`, client).turn)
  const secondOf = (name: string) => served.find((each) => each.name === name)?.second
  return { clock, turns, ask, askAll, served, secondOf }
}

describe('beside one who asks for much more than there is', () => {
  const fromEverywhere = (index: number) => `2001:db8:7:${index.toString(16)}::/64`

  test('a newcomer has every second turn', async () => {
    const { ask, askAll, secondOf } = setUp()
    const all = askAll({ count: 40, client: stranger })
    const own = ['a', 'b', 'c'].map((name) => ask(name, '198.51.100.1').turn)
    await Promise.all([...all, ...own])
    expect(['a', 'b', 'c'].map(secondOf)).toEqual([0, 0, 1])
  })

  test('eight newcomers all have theirs, and only who asks for much is refused', async () => {
    const { ask, askAll, served } = setUp()
    const all = askAll({ count: 40, client: stranger })
    const own = Array.from({ length: 8 }, (_, index) =>
      [0, 1, 2].map((part) => ask(`${index} ${part}`, `198.51.100.${index}`).turn),
    ).flat()
    expect((await Promise.all(own)).filter((code) => code !== undefined)).toEqual([])
    expect((await Promise.all(all)).filter((code) => code === 'over_budget')).toHaveLength(32)
    expect(served).toHaveLength(32)
  })

  test('it is the same if it comes from all addresses of an IPv6 /48', async () => {
    const { ask, secondOf } = setUp()
    const all = Array.from({ length: 40 }, (_, index) => ask(`${index}`, fromEverywhere(index)).turn)
    const own = ['a', 'b', 'c'].map((name) => ask(name, '2001:db8:8:1::/64').turn)
    await Promise.all([...all, ...own])
    expect(['a', 'b', 'c'].map(secondOf)).toEqual([0, 0, 1])
  })

  test('the server has its turns as any other', async () => {
    const { ask, askAll, secondOf } = setUp()
    const all = askAll({ count: 40, client: stranger })
    const own = ask('own').turn
    await Promise.all([...all, own])
    expect(secondOf('own')).toBe(0)
  })

  test('who waits for the same as it has the better place for both', async () => {
    const { ask, secondOf } = setUp()
    const all = Array.from({ length: 32 }, (_, index) => ask(`${index}`, stranger))
    await all[0]?.turn // the others wait
    all[31]?.question.join('198.51.100.1')
    await Promise.all(all.map(({ turn }) => turn))
    expect([secondOf('31'), secondOf('30')]).toEqual([1, 7])
  })
})

test('a question whose signal aborts leaves its place, and takes no turn', async () => {
  const { ask, served } = setUp({ perSecond: 1 })
  const leaving = new AbortController()
  const questions = [ask('a', stranger), ask('b', stranger, leaving.signal), ask('c', stranger)]
  await questions[0]?.turn // the others wait
  leaving.abort(new Error('gone'))
  expect(await Promise.all(questions.map(({ turn }) => turn))).toEqual([undefined, 'over_budget', undefined])
  expect(served).toEqual([
    { name: 'a', second: 0 },
    { name: 'c', second: 1 },
  ])
})

test('one whose signal has aborted never waits', async () => {
  const { ask } = setUp()
  expect(await ask('a', stranger, AbortSignal.abort()).turn).toBe('over_budget')
})

test('where a budget fails, the question that had this turn fails, and the others go on', async () => {
  const whole = createMemoryBudgets({ now: () => 0 })
  let takes = 0
  const take = async () => {
    takes += 1
    if (takes === 1) throw Object.assign(new Error(), { code: 'of the budget' })
    return null
  }
  const { ask } = setUp({ budgets: { ...whole, window: () => ({ take, waitOf: take }) } })
  const all = ['a', 'b'].map((name) => ask(name, stranger).turn)
  expect(await Promise.all(all)).toEqual(['of the budget', undefined])
})

describe('of a day', () => {
  const refused = (codes: readonly unknown[]) => codes.filter((code) => code === 'over_budget').length

  test('one may use a quarter, and what is asked beyond it takes no turn from others', async () => {
    const { clock, askAll, served } = setUp({ perSecond: 1_000, perDay: 800 })
    expect(refused(await Promise.all(askAll({ count: 150, client: stranger })))).toBe(50)
    for (let hour = 0; hour < 24; hour += 1) {
      clock.pass(3_600_000)
      await Promise.all(askAll({ count: 30, client: stranger }))
    }
    expect(served).toHaveLength(200)
    expect(refused(await Promise.all(askAll({ count: 90, client: '198.51.100.1' })))).toBe(0)
  })

  test('the server may use all', async () => {
    const { askAll } = setUp({ perSecond: 1_000, perDay: 800 })
    expect(refused(await Promise.all(askAll({ count: 450 })))).toBe(50)
  })

  test('a /48 is one', async () => {
    const { ask } = setUp({ perSecond: 1_000, perDay: 800 })
    const all = Array.from({ length: 150 }, (_, index) => ask('', `2001:db8:7:${index.toString(16)}::/64`).turn)
    expect(refused(await Promise.all(all))).toBe(50)
  })

  test('what two wait for is paid by who has something left', async () => {
    const { ask, askAll } = setUp({ perSecond: 1_000, perDay: 800 })
    await Promise.all(askAll({ count: 100, client: stranger }))
    const shared = ask('shared', stranger)
    shared.question.join('198.51.100.1')
    expect([await shared.turn, await ask('own', stranger).turn]).toEqual([undefined, 'over_budget'])
  })
})

test('a plan that counts by the minute and the month is kept to', async () => {
  const clock = hastyClock()
  const budgets = createMemoryBudgets(clock)
  const turns = createTurns({ name: 'one', perMinute: 30, perMonth: 100, budgets, clock })
  const ask = async (signal = new AbortController().signal) => {
    const question = turns.question()
    question.join(undefined)
    return question.turn(signal).then(
      () => 'served',
      ({ code }: { code?: string }) => code,
    )
  }
  const askAll = async (count: number) => {
    const counts = new Map<string | undefined, number>()
    for (let asked = 0; asked < count; asked += 1) {
      const outcome = await ask()
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    return Object.fromEntries(counts)
  }
  expect(await askAll(30)).toEqual({ served: 30 })
  clock.pass(60_000)
  expect(await askAll(30)).toEqual({ served: 20, over_budget: 10 })
  // The other half comes back over thirty days.
  clock.pass(30 * 86_400_000)
  expect(await askAll(30)).toEqual({ served: 30 })
})
