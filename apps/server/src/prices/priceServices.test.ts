import type { Budgets } from '@foyer/service/budget/budget'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { systemClock } from '@foyer/service/clock'
import { patientClock } from '@foyer/service-testing/patientClock'
import { type StandInFailure, startDefillama } from '@foyer/stack'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Chain } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { createPriceSources } from './createPriceSources.js'
import type { PriceSource } from './priceSource.js'
import {
  freshPrice,
  type KnownPrices,
  type OpenService,
  openService,
  type ServiceName,
  serviceSource,
} from './test/openService.js'

const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const token = '0x00000000000000000000000000000000000000f1'
const { signal } = new AbortController()

const local: Chain = (() => {
  const config: ChainConfig = {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: ['http://127.0.0.1:9'],
    tokens: [],
  }
  const { all } = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock, random: () => 0.5 })
  return all[0] ?? expect.fail()
})()

let service: OpenService | undefined
afterEach(async () => {
  await service?.provider.stop()
  service = undefined
})
const open = async (name: ServiceName, known: KnownPrices = { tokens: {}, coins: { ether: freshPrice(3_000) } }) => {
  service = await openService(name, known)
  return service
}

describe.each(['coingecko', 'defillama'] as const)('the service %s', (name) => {
  const ether = [{ address: native, decimals: 18 }]
  const ask = (source: PriceSource) => source.of({ chain: local, tokens: ether, signal })
  const faults: readonly (readonly [mood: StandInFailure, fault: string, asked: number])[] = [
    ['expired', 'key_refused', 1],
    ['limited', 'limited', 1],
    ['limitedWithoutWord', 'limited', 1],
    ['failing', 'unreachable', 3],
    ['nonsense', 'not_understood', 1],
    ['html', 'not_understood', 1],
    ['endless', 'too_large', 1],
    ['dripping', 'silent', 1],
    ['silent', 'silent', 1],
  ]

  test.each(faults)('[F22] that is %s is said to be so: %s, after %i requests', async (mood, code, requests) => {
    const { source, provider, expire } = await open(name)
    provider.instead = mood
    const answer = ask(source)
    answer.catch(() => {})
    await expect.poll(() => provider.asked.length).toBe(requests)
    if (mood === 'dripping' || mood === 'silent') expire()
    const error = await answer.catch((cause: unknown) => cause)
    expect(error).toMatchObject({ name: 'ProviderError', code })
    expect(String(error)).not.toMatch(/planted|http/)
    expect(provider.asked.length).toBe(requests)
  })

  test.each([
    ['limited', 7_000],
    ['limitedWithoutWord', 30_000],
    ['expired', 60_000],
  ] as const)('[F22] that is %s is left alone for %i ms', async (mood, ms) => {
    const { source, provider, pass } = await open(name)
    provider.instead = mood
    await expect(ask(source)).rejects.toThrow()
    provider.instead = undefined
    pass(ms - 1_000)
    await expect(ask(source)).rejects.toMatchObject({ name: 'ProviderError' })
    expect(provider.asked.length).toBe(1)
    pass(1_000)
    expect((await ask(source)).size).toBe(1)
  })

  test('[F22] that failed five times in a row is left alone for half a minute', async () => {
    const { source, provider, pass } = await open(name)
    provider.instead = 'failing'
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(ask(source)).rejects.toThrow()
    expect(provider.asked.length).toBe(5)
    provider.instead = undefined
    pass(30_000)
    expect((await ask(source)).size).toBe(1)
  })

  test.each([0, -1, 1e-30, 1e300, 1.1e9])('[F27] prices nothing at %j dollars', async (usd) => {
    const { source } = await open(name, { tokens: {}, coins: { ether: freshPrice(usd) } })
    expect([...(await ask(source))]).toEqual([])
  })

  test.each([
    ['an hour old', -3_600 + 5, 1],
    ['more than an hour old', -3_600 - 5, 0],
    ['minutes ahead of the clock', 290, 1],
    ['far ahead of the clock', 310, 0],
  ])('a price that is %s counts, or not', async (_, seconds, priced) => {
    const at = Math.floor(Date.now() / 1_000) + seconds
    const { source } = await open(name, { tokens: {}, coins: { ether: { usd: 1, at } } })
    expect((await ask(source)).size).toBe(priced)
  })

  test('is asked once a minute for what many want, unknown tokens among them', async () => {
    const { source, provider, pass } = await open(name)
    const tokens = [...ether, { address: token, decimals: 18 }]
    const all = () => Promise.all([1, 2, 3].map(() => source.of({ chain: local, tokens, signal })))
    await all()
    const first = provider.asked.length
    pass(59_000)
    await all()
    expect(provider.asked.length).toBe(first)
    pass(2_000)
    await all()
    expect(provider.asked.length).toBe(2 * first)
  })

  test('is asked for many tokens in as many requests as it allows', async () => {
    const { source, provider } = await open(name)
    const tokens = Array.from({ length: 150 }, (_, index) => {
      return { address: `0x${(index + 1).toString(16).padStart(40, '0')}`, decimals: 18 }
    })
    await source.of({ chain: local, tokens, signal })
    expect(provider.asked.length).toBe({ coingecko: 5, defillama: 2 }[name])
  })
})

test('a service that has another token of that address in mind, or is in doubt, prices nothing', async () => {
  const known = { symbol: 'FYR', price: 1, timestamp: Math.floor(Date.now() / 1_000), confidence: 0.99 }
  const priced = async (said: Partial<typeof known> & { decimals?: number }) => {
    const provider = await startDefillama({ coins: { [`local:${token}`]: { ...known, ...said } } })
    const { source } = serviceSource({ name: 'defillama', url: provider.url })
    const found = await source.of({ chain: local, tokens: [{ address: token, decimals: 18 }], signal })
    await provider.stop()
    return found.size
  }
  const sizes = [await priced({ decimals: 18 }), await priced({ decimals: 6 }), await priced({ confidence: 0.89 })]
  expect(sizes).toEqual([1, 0, 0])
})

test('a key that the service does not know is refused by it', async () => {
  const { provider } = await open('coingecko')
  const { source } = serviceSource({ name: 'coingecko', url: provider.url, apiKey: 'old' })
  const asked = source.of({ chain: local, tokens: [{ address: native, decimals: 18 }], signal })
  await expect(asked).rejects.toMatchObject({ code: 'key_refused', status: 401 })
})

test.each([
  ['demo', [30, 60_000, 5_000]],
  ['pro', []],
] as const)('CoinGecko’s plan %s has the budget of all servers together', (plan, figures) => {
  const named: (number | string)[] = []
  const memory = createMemoryBudgets({ now: Date.now })
  const budgets: Budgets = {
    window({ most, withinMs, ...rest }) {
      named.push(most, withinMs)
      return memory.window({ most, withinMs, ...rest })
    },
    rate(budget) {
      if (budget.name === 'CoinGecko day') named.push(budget.burst)
      return memory.rate(budget)
    },
  }
  const coingecko = { apiKey: 'planted', plan, networks: {} }
  createPriceSources({ config: { order: ['coingecko'], coingecko }, budgets, clock: systemClock, random: () => 0 })
  expect(named).toEqual(figures)
})
