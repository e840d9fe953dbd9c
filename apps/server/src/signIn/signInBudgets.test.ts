import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { RateLimitedError } from '@foyer/service/errors/refusals'
import { expect, test } from 'vitest'
import { ownerBytes } from './accounts.js'
import { createSignInBudgets } from './signInBudgets.js'

const start = Date.parse('2026-01-01T00:00:00Z')
const accountWithMetadata = 9_216

function world() {
  const clock = { now: start }
  const now = () => clock.now
  const { attempt, write } = createSignInBudgets({ budgets: createMemoryBudgets({ now }), now })
  const isServed = (work: Promise<void>) =>
    work.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(RateLimitedError)
        return false
      },
    )
  return {
    clock,
    attempt: (request: Parameters<typeof attempt>[0]) => isServed(attempt(request)),
    write: (request: Parameters<typeof write>[0]) => isServed(write(request)),
  }
}

test('a network writes in a day as much as it may have stored and an eighth, whichever address, key and project it takes', async () => {
  const { clock, write } = world()
  let bytes = 0
  for (let second = 0; second < 86_400; second += 60) {
    for (let time = 0; time < 30; time += 1) {
      const request = { client: `192.0.2.${time}`, projectId: `${time % 3}`, bytes: accountWithMetadata }
      if (await write(request)) bytes += accountWithMetadata
    }
    clock.now += 60_000
  }
  expect(bytes).toBeLessThanOrEqual(ownerBytes + ownerBytes / 8)
  expect(bytes).toBeGreaterThan(ownerBytes)
  expect(await write({ client: '192.0.3.1', projectId: '0', bytes: accountWithMetadata })).toBe(true)
})

test('the /64 networks of a /48 write together as much as one', async () => {
  const { write } = world()
  let bytes = 0
  for (let household = 0; household < 300; household += 1) {
    const client = `2001:db8:1:${household.toString(16)}::/64`
    if (await write({ client, projectId: 'demo', bytes: accountWithMetadata })) bytes += accountWithMetadata
  }
  expect(bytes).toBeLessThanOrEqual(ownerBytes / 8)
})

/** FOYER_FULL=1: for four hours. */
const hours = process.env.FOYER_FULL ? 4 : 0.5

test.each([14, 200])(
  'beside %i networks that write what they can, an honest account is always kept',
  async (networks) => {
    const { clock, write } = world()
    let [bytes, refused] = [0, 0]
    for (let minute = 0; minute < 60 * hours; minute += 1) {
      for (let network = 0; network < networks; network += 1) {
        for (let time = 0; time < 30; time += 1) {
          const client = `10.0.${network}.${time}`
          if (await write({ client, projectId: 'demo', bytes: accountWithMetadata })) bytes += accountWithMetadata
        }
      }
      const honest = { client: `198.51.${minute % 5}.7`, projectId: 'demo', bytes: 2_048 }
      if (!(await write(honest))) refused += 1
      clock.now += 60_000
    }
    expect(refused).toBe(0)
    // These hours of a project's day, what it may write at once, and the first that each network wrote.
    expect(bytes).toBeLessThan(64 * ownerBytes * (hours / 24 + (1 + Math.log(networks)) / 8))
  },
)

test('a client tries 30 times a minute in a project, a network 300 times in all', async () => {
  const { clock, attempt } = world()
  const tries = async (client: string, projectId: string) => {
    let served = 0
    for (let time = 0; time < 40; time += 1) if (await attempt({ client, projectId })) served += 1
    return served
  }
  expect(await tries('192.0.2.1', 'demo')).toBe(30)
  let more = 30
  for (let client = 2; client < 30; client += 1) more += await tries(`192.0.2.${client}`, `${client % 2}`)
  expect(more).toBe(300)
  expect(await tries('192.0.3.1', 'demo')).toBe(30)
  clock.now += 60_000
  expect(await tries('192.0.2.1', 'demo')).toBe(30)
})
