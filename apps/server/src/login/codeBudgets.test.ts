import type { BudgetKind, Budgets } from '@foyer/service/budget/budget'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { expect, test } from 'vitest'
import { type Asker, type CodePurpose, createCodeBudgets } from './codeBudgets.js'

const asker = (number: number, isNew: boolean): Asker => ({
  person: `email:${number}@mail.example`,
  device: `device ${number}`,
  client: `client ${number}`,
  isNew,
  isNearby: false,
})
const login: CodePurpose = { is: 'login' }
const tooMany = { code: 'too_many_codes' }

test('[F2] a thousand wrong codes in ten minutes, wherever they come from, stop new devices, but no known one and none that is where the person’s were', async () => {
  let time = 0
  const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => time }) })
  for (let guess = 0; guess < 999; guess += 1) await limits.countWrong(asker(guess, true))
  await limits.refuseGuesser(asker(2_000, true))
  await limits.countWrong(asker(999, true))
  await expect(limits.refuseGuesser(asker(2_000, true))).rejects.toMatchObject({
    code: 'too_many_codes',
    headers: { 'Retry-After': '600' },
  })
  await expect(limits.takeCode(asker(2_000, true), login)).rejects.toMatchObject(tooMany)
  await limits.takeCode(asker(2_001, false), login)
  await limits.takeCode({ ...asker(2_002, true), isNearby: true }, login)
  time += 600_000
  await limits.takeCode(asker(2_000, true), login)
})

test('[F2] fifty wrong codes of one /48 or one IPv4 /24 stop new devices there, whichever of its addresses they come from', async () => {
  for (const addressOf of [(at: number) => `198.51.100.${at}`, (at: number) => `2001:db8:1:${at.toString(16)}::/64`]) {
    const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => 0 }) })
    for (let at = 0; at < 50; at += 1) await limits.countWrong({ ...asker(at, true), client: addressOf(at) })
    const next = { ...asker(50, true), client: addressOf(50) }
    await expect(limits.refuseGuesser(next)).rejects.toMatchObject(tooMany)
    await limits.refuseGuesser({ ...next, client: '203.0.113.1' })
    await limits.refuseGuesser({ ...next, isNearby: true })
  }
})

test('[F2] wrong codes of known devices, and of new ones where their person’s were, stop those alone: no new device there or elsewhere', async () => {
  const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => 0 }) })
  const client = '198.51.100.1'
  for (let guess = 0; guess < 600; guess += 1) {
    await limits.countWrong({ ...asker(guess, false), client })
    await limits.countWrong({ ...asker(1_000 + guess, true), isNearby: true, client })
  }
  for (const guess of [0, 1_000])
    for (let again = 1; again < 50; again += 1) await limits.countWrong({ ...asker(guess, false), client })
  for (const isNew of [false, true])
    await expect(limits.refuseGuesser({ ...asker(0, isNew), client })).rejects.toMatchObject(tooMany)
  await limits.refuseGuesser({ ...asker(9_000, true), client })
  await limits.refuseGuesser(asker(9_001, true))
})

const strangers = {
  '14 IPv4 networks': (index: number) => `10.0.${index % 14}.${index % 200}`,
  '200 IPv4 networks': (index: number) => `10.0.${index % 200}.${index % 7}`,
  '300 /64s of one /48': (index: number) => `2001:db8:1:${(index % 300).toString(16)}::/64`,
}

test.each(Object.entries(strangers))(
  '[F2] beside %s that ask for a day as fast as they can, a known device has its codes, and so has a new one where the person’s were',
  async (_, clientOf) => {
    let time = 0
    const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => time }) })
    const victim = { person: 'email:ada@mail.example', client: '203.0.113.7' }
    const isHad = async (asked: Asker, purpose: CodePurpose) =>
      limits.takeCode(asked, purpose).then(
        () => 1,
        () => 0,
      )
    let [mails, index, own, nearby] = [0, 0, 0, 0]
    for (; time < 86_400_000; time += 60_000) {
      for (let asked = 0; asked < 10; asked += 1) {
        index += 1
        const stranger = { ...asker(index, false), client: clientOf(index) }
        mails += await isHad(stranger, { is: 'changeTo', mailbox: 'ada@mail.example', isAgain: asked % 2 === 1 })
        mails += await isHad({ ...stranger, person: victim.person, isNew: true }, login)
      }
      if (time % 3_600_000 !== 1_800_000) continue
      own += await isHad({ ...victim, device: 'known', isNew: false, isNearby: true }, login)
      const next = { ...victim, device: `new at ${time}`, isNew: true, isNearby: true }
      nearby += await isHad(next, login)
    }
    expect([own, nearby]).toEqual([24, 24])
    // Three an hour of each purpose.
    expect(mails).toBeLessThanOrEqual(2 * 3 * 24)
    expect(mails).toBeGreaterThan(24)
  },
)

test('[F2] one network sends an address one change of its own and one once more, and 20 addresses an hour', async () => {
  const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => 0 }) })
  const change = (mailbox: string, client: string) =>
    limits.takeCode({ ...asker(1, false), client }, { is: 'changeTo', mailbox, isAgain: false })
  for (let index = 0; index < 20; index += 1) await change(`${index}@mail.example`, `198.51.100.${index}`)
  await expect(change('20@mail.example', '198.51.100.20')).rejects.toMatchObject(tooMany)
  await change('20@mail.example', '203.0.113.20')
})

test('[F2] every limit of a login is closed while what nodes share is away', async () => {
  const made: BudgetKind[] = []
  const memory = createMemoryBudgets({ now: () => 0 })
  const budgets: Budgets = {
    ...memory,
    window(budget) {
      made.push(budget)
      return memory.window(budget)
    },
  }
  const limits = createCodeBudgets({ budgets })
  await limits.takeCode(asker(1, true), login)
  await limits.takeCode(asker(2, false), login)
  await limits.takeCode(asker(1, false), { is: 'changeFrom' })
  await limits.takeCode(asker(1, false), { is: 'changeTo', mailbox: 'a@mail.example', isAgain: false })
  expect(made).toHaveLength(16)
  expect(made.filter(({ whenAway }) => whenAway !== 'closed')).toEqual([])
})

test.each([
  ['a tag', ['ada@mail.example', 'ada+shop@mail.example', 'ada+one@mail.example']],
  ['Gmail’s dots and names', ['adal@gmail.com', 'a.d.al@gmail.com', 'ad.al+x@googlemail.com']],
] as const)(
  '[F2] addresses of one mailbox, which differ by %s, take one budget: for new devices, and where an address is changed to one',
  async (_, [own, same, third]) => {
    const limits = createCodeBudgets({ budgets: createMemoryBudgets({ now: () => 0 }) })
    const to = (address: string) => ({ ...asker(address.length, true), person: `email:${address}` })
    await limits.takeCode(to(own), login)
    await expect(limits.takeCode(to(same), login)).rejects.toMatchObject(tooMany)
    await limits.takeCode(to(same.replace(/^a\.?d/, 'bo')), login)
    // A known device has its own, by whichever address.
    await limits.takeCode({ ...to(same), isNew: false }, login)
    const change = (mailbox: string): CodePurpose => ({ is: 'changeTo', mailbox, isAgain: false })
    await limits.takeCode(asker(8, false), change(same))
    await expect(limits.takeCode(asker(9, false), change(third))).rejects.toMatchObject(tooMany)
  },
)
