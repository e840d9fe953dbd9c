import { PriceReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, html, startFakeNode } from '../chains/test/fakeNode.js'
import { demo, openApi, openTestDatabase } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

let database: Database
let anvil: StartedChain
let market: Market
let node: FakeNode | undefined
beforeAll(async () => {
  database = await openTestDatabase()
  anvil = await startChain({ id: 31337 })
  market = await deployMarket({ url: anvil.url })
})
afterAll(() => Promise.all([anvil?.stop(), database?.close()]))
afterEach(() => node?.stop())

const tokenOf = (symbol: string) => market.tokens.find((token) => token.symbol === symbol) ?? expect.fail()

function local(said: Partial<ChainConfig> = {}): ChainConfig {
  return {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [anvil.url],
    tokens: [{ ...tokenOf('FYR'), iconUrl: 'https://icons.example/fyr.png' }],
    uniswapV2: { factory: market.factory, weth: market.weth, stable: tokenOf('DUSD') },
    ...said,
  }
}

const body = (addresses: readonly string[], said: object = {}) => ({
  currency: 'usd',
  addresses,
  projectId: 'demo',
  ...said,
})
const at = (symbol: string, chain = 'eip155:31337') => `${chain}:${tokenOf(symbol).address}`

describe('[S7.8] prices of tokens', () => {
  const ask = async (addresses: readonly string[], chains = [local()]) => {
    const api = await openApi({ database, chains, config: { publicUrl: 'https://api.example' } })
    const answer = await api.post('/v1/fungible/price', body(addresses))
    return v.parse(PriceReply, await answer.json()).fungibles
  }

  test('are answered in the order of the request, the native coin by its placeholder, with what they are called', async () => {
    const asked = [at('FYR'), `eip155:31337:${native}`, at('WBTC').toLowerCase(), at('DUSD')]
    expect(await ask(asked)).toEqual([
      { name: 'Foyer Coin', symbol: 'FYR', iconUrl: 'https://icons.example/fyr.png', price: 0.5, address: asked[0] },
      {
        name: 'Ether',
        symbol: 'ETH',
        iconUrl: 'https://api.example/public/getTokenImage/ETH',
        price: 3000,
        address: asked[1],
      },
      { name: 'Wrapped Bitcoin', symbol: 'WBTC', iconUrl: '', price: 90_000, address: asked[2] },
      { name: 'Digital Dollar', symbol: 'DUSD', iconUrl: '', price: 1, address: asked[3] },
    ])
  })

  test('leave out what has none rather than say 0: no token, no pool, no such network', async () => {
    const unpriced = local({ id: 'eip155:31338', uniswapV2: undefined })
    const asked = [
      `eip155:31337:${devAccounts[1].address}`,
      at('FYR', 'eip155:31338'),
      at('FYR', 'eip155:77'),
      'near:mainnet:a.near',
    ]
    expect(await ask(asked, [local(), unpriced])).toEqual([])
    expect(await ask([])).toEqual([])
  })

  test('are of several networks in one answer, each address once', async () => {
    const other = local({ id: 'eip155:31338' })
    const asked = [at('FYR', 'eip155:31338'), at('FYR'), at('FYR')]
    expect((await ask(asked, [local(), other])).map(({ address }) => address)).toEqual(asked.slice(0, 2))
  })
})

describe('[S7.8] what is asked', () => {
  test('names its project in the body, which has to be one and has to be allowed the origin', async () => {
    const api = await openApi({ database, chains: [local()] })
    const ask = (said: object, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
      api.post('/v1/fungible/price?projectId=demo', body([at('FYR')], said), headers)
    expect((await ask({})).status).toBe(200)
    for (const projectId of [undefined, 'nobody', 7, '']) {
      const answer = await ask({ projectId })
      expect([answer.status, await answer.json()]).toMatchObject([
        401,
        { reasons: [{ description: 'Unauthorized: invalid key' }] },
      ])
    }
    expect((await ask({}, { origin: demo.allowedOrigins[0] ?? '' })).status).toBe(200)
    const foreign = await ask({}, { origin: 'https://evil.example' })
    expect([foreign.status, await foreign.json()]).toMatchObject([
      403,
      { reasons: [{ description: 'Unauthorized: origin not allowed' }] },
    ])
  })

  test.each([
    ['currency', { currency: 'eur' }],
    ['addresses', { addresses: 'all' }],
    ['addresses', { addresses: Array(101).fill(`eip155:31337:${native}`) }],
    ['addresses.1', { addresses: [`eip155:31337:${native}`, native] }],
    ['addresses.0', { addresses: ['x'.repeat(300)] }],
  ])('has to be well formed: %s', async (name, said) => {
    const api = await openApi({ database, chains: [local()] })
    const answer = await api.post('/v1/fungible/price', body([], said))
    expect(await refusalOf(answer)).toEqual([400, name])
  })

  test('is refused where it is no JSON or too large, and never repeated', async () => {
    const api = await openApi({ database, chains: [local()] })
    expect((await api.post('/v1/fungible/price', '{planted')).status).toBe(401)
    const large = await api.post('/v1/fungible/price', body([], { planted: 'x'.repeat(40_000) }))
    expect([large.status, await large.text()]).toEqual([413, expect.not.stringContaining('planted')])
  })
})

test('a network that is away is said to be the reason, and no price is made up', async () => {
  node = await startFakeNode(html())
  const api = await openApi({ database, chains: [local({ id: 'eip155:31338', upstreams: [node.url] })] })
  const known = await api.post('/v1/fungible/price', body([at('FYR', 'eip155:31338')]))
  expect([known.status, await known.json()]).toMatchObject([502, { reasons: [{ name: 'addresses' }] }])
  const unread = await api.post('/v1/fungible/price', body([at('WBTC', 'eip155:31338')]))
  expect([unread.status, await unread.json()]).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
})
