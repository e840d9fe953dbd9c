import { systemClock } from '@foyer/service/clock'
import { createLog } from '@foyer/service/log/createLog'
import { handClock } from '@foyer/service-testing/handClock'
import { describe, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/createChains.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { PriceSource } from './priceSource.js'
import { createPrices } from './prices.js'

const { signal } = new AbortController()
const config: ChainConfig = {
  id: 'eip155:1',
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  iconUrl: '',
  upstreams: ['http://127.0.0.1:9'],
  tokens: [],
}
const chains = createChains({ chains: [config], timeoutMs: 1_000, clock: systemClock, random: () => 0.5 })
const chain = chains.get(config.id)

/** A scripted source of prices. */
function source(name: PriceSource['name'], known: Record<string, bigint>) {
  const asked: string[][] = []
  const state = { away: false, silent: false }
  const of: PriceSource['of'] = async ({ tokens, signal: ended }) => {
    asked.push(tokens.map(({ address }) => address))
    if (state.silent) await new Promise((_, reject) => ended.addEventListener('abort', () => reject(ended.reason)))
    if (state.away) throw new UpstreamError({ code: 'silent', host: 'node', delivered: true })
    const found = Object.entries(known).filter(([key]) => tokens.some(({ address }) => address.toLowerCase() === key))
    return new Map(found.map(([key, price]) => [key, { price, depth: null }]))
  }
  return { name, of, asked, state }
}

function setUp(...sources: readonly PriceSource[]) {
  const lines: string[] = []
  const clock = handClock()
  const log = createLog({ level: 'trace', to: { write: (line) => void lines.push(line) } })
  const prices = createPrices({ sources, log, clock })
  const of = async (...addresses: readonly string[]) => {
    const tokens = addresses.map((address) => ({ address, decimals: 18 }))
    return Object.fromEntries(await prices.of({ chain, tokens, signal }))
  }
  const { pass, expire } = clock
  return { of, pass, expire, lines }
}

describe('prices', () => {
  test('come from the first source that knows them, and each is asked only for what fewer than two know', async () => {
    const [one, two] = [source('uniswapV2', { '0xa': 100n, '0xb': 2n }), source('coingecko', { '0xa': 110n })]
    const three = source('defillama', { '0xa': 999n, '0xc': 3n })
    const tokens = ['0xA', '0xB', '0xC']
    expect(await setUp(one, two, three).of(...tokens)).toEqual({ '0xa': 100n, '0xb': 2n, '0xc': 3n })
    expect([one.asked, two.asked, three.asked]).toEqual([[tokens], [tokens], [['0xB', '0xC']]])
  })

  test.each([
    { first: 100n, second: 110n, price: 100n },
    { first: 110n, second: 100n, price: 110n },
    { first: 100n, second: 111n, price: 100n },
    { first: 111n, second: 100n, price: 100n },
    { first: 10n ** 27n, second: 1n, price: 1n },
  ])('[F27] of $first and $second are the first, or the lower where they are more than a tenth apart', async (said) => {
    const [one, two] = [source('uniswapV2', { '0xa': said.first }), source('coingecko', { '0xa': said.second })]
    expect(await setUp(one, two).of('0xa')).toEqual({ '0xa': said.price })
  })

  test('are kept for ten seconds, unknown ones too', async () => {
    const one = source('uniswapV2', { '0xa': 1n })
    const { of, pass } = setUp(one)
    await Promise.all([of('0xa', '0xb'), of('0xA')])
    pass(9_999)
    expect(await of('0xa', '0xb')).toEqual({ '0xa': 1n })
    expect(one.asked.length).toBe(1)
    pass(1)
    await of('0xb')
    expect(one.asked).toEqual([['0xa', '0xb'], ['0xb']])
  })

  test('come from the next source where one is away, then from what is kept for five minutes, then not at all', async () => {
    const [one, two] = [source('uniswapV2', { '0xa': 1n }), source('coingecko', { '0xa': 2n })]
    const { of, pass, lines } = setUp(one, two)
    one.state.away = true
    expect(await of('0xa')).toEqual({ '0xa': 2n })
    expect(lines.join()).toContain('"source":"uniswapV2"')
    two.state.away = true
    pass(299_999)
    expect(await of('0xa')).toEqual({ '0xa': 2n })
    pass(1)
    await expect(of('0xa')).rejects.toMatchObject({ name: 'UpstreamError' })
  })

  test('that only an absent source knows are kept for five minutes, beside what the others say', async () => {
    const [one, two] = [source('uniswapV2', { '0xa': 1n }), source('coingecko', { '0xb': 2n })]
    const { of, pass } = setUp(one, two)
    expect(await of('0xa', '0xb')).toEqual({ '0xa': 1n, '0xb': 2n })
    two.state.away = true
    pass(299_999)
    expect(await of('0xa', '0xb')).toEqual({ '0xa': 1n, '0xb': 2n })
    pass(10_000)
    expect(await of('0xa', '0xb')).toEqual({ '0xa': 1n })
  })

  test('[F22] are not asked of a source that failed five times in a row, for half a minute', async () => {
    const [one, two] = [source('uniswapV2', {}), source('coingecko', { '0xa': 2n })]
    const { of, pass } = setUp(one, two)
    one.state.away = true
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect(await of('0xa')).toEqual({ '0xa': 2n })
      if (attempt < 7) pass(10_000)
    }
    // Asked at 0 to 40 s, left alone until 70 s, and then asked once more.
    expect([one.asked.length, two.asked.length]).toEqual([6, 8])
    pass(29_999)
    await of('0xa')
    expect(one.asked.length).toBe(6)
    one.state.away = false
    pass(10_000)
    await of('0xa')
    one.state.away = true
    for (let attempt = 0; attempt < 3; attempt += 1) {
      pass(10_000)
      await of('0xa')
    }
    expect(one.asked.length).toBe(10)
  })

  test('[F22] are not asked of a source that was silent five times in a row', async () => {
    const [one, two] = [source('uniswapV2', {}), source('coingecko', { '0xa': 2n })]
    const { of, expire } = setUp(one, two)
    one.state.silent = true
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const asked = of('0xa')
      await vi.waitFor(() => expect(one.asked.length).toBe(attempt + 1))
      expire()
      await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
    }
    expect(await of('0xa')).toEqual({ '0xa': 2n })
    expect(one.asked.length).toBe(5)
  })
})
