import { expect, test } from 'vitest'
import { createWindows } from '../budget/limit.js'
import { createMemoryBudgets } from '../budget/memoryBudgets.js'
import { takeProviderShare } from './providerShares.js'

const clients = {
  '300 /64s of one /48': (index: number) => `2001:db8:1:${(index % 300).toString(16)}::/64`,
  '14 IPv4 networks': (index: number) => `10.0.${index % 14}.${index % 250}`,
  '200 IPv4 networks': (index: number) => `10.0.${index % 200}.${index % 250}`,
}

test.each(Object.entries(clients))(
  'beside %s that have a provider asked as fast as they can for a day, it is asked no more than it allows, and for another network still',
  async (_, clientOf) => {
    let time = 0
    const windowOf = createWindows(createMemoryBudgets({ now: () => time }))
    const ask = async (client: string) =>
      (await takeProviderShare({ windowOf, provider: 'google', client, known: undefined })) === null ? 1 : 0
    let [asked, ofOne, honest] = [0, 0, 0]
    for (let index = 0; time < 86_400_000; index += 1, time += 6_000) {
      const taken = await ask(clientOf(index))
      asked += taken
      if (clientOf(index) === clientOf(0)) ofOne += taken
      if (time % 7_200_000 === 3_600_000) honest += await ask('203.0.113.7')
    }
    expect(honest).toBe(12)
    expect(asked).toBeLessThanOrEqual(10_000)
    expect(ofOne).toBeLessThanOrEqual(1_000)
  },
)

test('a network has a tenth of what a provider is asked in an hour, and as much of another', async () => {
  const windowOf = createWindows(createMemoryBudgets({ now: () => 0 }))
  const ask = (provider: string, host: number) =>
    takeProviderShare({ windowOf, provider, client: `192.0.2.${host}`, known: undefined })
  for (let host = 0; host < 60; host += 1) expect(await ask('google', host)).toBeNull()
  expect(await ask('google', 61)).toBe(3_600)
  expect(await ask('github', 61)).toBeNull()
})

test('beyond its network’s tenth a known account has its own share of another tenth, which many of them don’t exceed', async () => {
  let time = 0
  const windowOf = createWindows(createMemoryBudgets({ now: () => time }))
  const ask = async (known: string | undefined, provider = 'google') =>
    (await takeProviderShare({ windowOf, provider, client: '192.0.2.7', known })) === null
  for (let asked = 0; asked < 60; asked += 1) expect(await ask(undefined)).toBe(true)
  expect([await ask(undefined), await ask('ada')]).toEqual([false, true])
  let ofThief = 0
  for (let asked = 0; asked < 60; asked += 1) if (await ask('thief')) ofThief += 1
  expect([ofThief, await ask('ada'), await ask(undefined)]).toEqual([6, true, false])
  let ofMany = 0
  for (let asked = 0; asked < 600; asked += 1) if (await ask(`account ${asked}`)) ofMany += 1
  expect(ofMany).toBe(60 - 6 - 2)
  expect(await ask('ada', 'github')).toBe(true)
  time += 3_600_000
  expect(await ask('ada')).toBe(true)
})
