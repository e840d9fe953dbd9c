import { BalanceReply, IdentityReply, SupportedChainsReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, html, json, startFakeNode } from '../chains/test/fakeNode.js'
import { openApi, openTestDatabase } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const account = devAccounts[0].address
const unused = '0x00000000000000000000000000000000deadbeef'
const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'

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

/** The local chain as configuration describes it. */
function local({ priced }: { priced: boolean }): ChainConfig {
  const tokens = market.tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` }))
  const notThere = { address: unused, symbol: 'NONE', name: 'Not deployed', decimals: 18, iconUrl: '' }
  const dollar = market.tokens.find(({ symbol }) => symbol === 'DUSD') ?? expect.fail()
  const uniswapV2 = { factory: market.factory, weth: market.weth, stable: dollar }
  return {
    id: anvil.caipNetworkId,
    name: anvil.name,
    nativeCurrency: anvil.nativeCurrency,
    iconUrl: 'https://icons.example/eth.png',
    upstreams: [anvil.url],
    tokens: [...tokens, notThere],
    ...(priced && { uniswapV2 }),
  }
}

const broken = (url: string): ChainConfig => {
  return { ...local({ priced: false }), id: 'eip155:2', tokens: [], upstreams: [url] }
}

test('[S7.3] the supported chains are those that are configured', async () => {
  const api = await openApi({ database, chains: [local({ priced: true }), broken('http://127.0.0.1:9')] })
  const answer = await api.get(`/v1/supported-chains?${common}`)
  expect(v.parse(SupportedChainsReply, await answer.json())).toEqual({ http: ['eip155:31337', 'eip155:2'], ws: [] })
})

describe('[S7.4] an identity', () => {
  test('is unknown where no name service is configured', async () => {
    const api = await openApi({ database })
    const answer = await api.get(`/v1/identity/${account}?${common}&sender=${account}`)
    expect(v.parse(IdentityReply, await answer.json())).toEqual({ name: null, avatar: null })
  })

  test('is asked of an address', async () => {
    const api = await openApi({ database })
    const answer = await api.get(`/v1/identity/${'a'.repeat(129)}?${common}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { reasons: [{ name: 'address' }] }])
    expect((await api.get(`/v1/identity/%00?${common}`)).status).toBe(400)
  })
})

describe('[S7.13] balances', () => {
  const ask = async ({
    chain,
    address = account,
    query = '',
  }: {
    chain: ChainConfig
    address?: string
    query?: string
  }) => {
    const api = await openApi({ database, chains: [chain] })
    const answer = await api.get(
      `/v1/account/${address}/balance?${common}&currency=usd&chainId=${encodeURIComponent(chain.id)}${query}`,
    )
    return v.parse(BalanceReply, await answer.json()).balances
  }

  test('come from the chain, with prices from its pools', async () => {
    const balances = await ask({ chain: local({ priced: true }), query: '&forceUpdate=eip155:31337:0x01' })
    const bySymbol = new Map(balances.map((balance) => [balance.symbol, balance]))
    expect([...bySymbol.keys()]).toEqual(['ETH', 'WBTC', 'DUSD', 'FYR'])
    expect(bySymbol.get('ETH')).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:31337',
      price: 3000,
      value: 30_000_000,
      quantity: { decimals: '18', numeric: '10000' },
      iconUrl: 'https://icons.example/eth.png',
    })
    const dollar = market.tokens.find(({ symbol }) => symbol === 'DUSD')
    expect(bySymbol.get('DUSD')).toEqual({
      name: 'Digital Dollar',
      symbol: 'DUSD',
      chainId: 'eip155:31337',
      address: `eip155:31337:${dollar?.address}`,
      price: 1,
      value: 10_000,
      quantity: { decimals: '6', numeric: '10000' },
      iconUrl: 'https://icons.example/DUSD.png',
    })
    expect(bySymbol.get('FYR')).toMatchObject({
      price: 0.5,
      value: 2_500,
      quantity: { decimals: '18', numeric: '5000' },
    })
    // Only with ether: its price comes by way of WETH.
    expect(bySymbol.get('WBTC')).toMatchObject({ price: 90_000, value: 45_000, quantity: { numeric: '0.5' } })
  })

  test('have no value where nothing prices them', async () => {
    const balances = await ask({ chain: local({ priced: false }) })
    expect(balances).toHaveLength(4)
    for (const balance of balances) {
      expect(balance.price).toBe(0)
      expect(balance).not.toHaveProperty('value')
    }
  })

  test('of an account that has nothing are its zero of the own coin, also written without 0x', async () => {
    const [only, ...others] = await ask({ chain: local({ priced: true }), address: unused.slice(2) })
    expect(only).toMatchObject({ symbol: 'ETH', quantity: { numeric: '0' }, value: 0, price: 3000 })
    expect(others).toEqual([])
  })

  test('of all networks are answered together or, when one is down, not at all', async () => {
    node = await startFakeNode(html())
    const chains = [local({ priced: true }), broken(node.url)]
    const down = await (await openApi({ database, chains })).get(
      `/v1/account/${account}/balance?${common}&currency=usd`,
    )
    expect([down.status, await down.json()]).toEqual([
      502,
      {
        status: 'FAILED',
        reasons: [{ name: 'chainId', description: "The network eip155:2 doesn't answer at the moment." }],
      },
    ])
    node.answer = json({ body: { jsonrpc: '2.0', id: 0, result: '0x1bc16d674ec80000' } })
    const up = await (await openApi({ database, chains })).get(`/v1/account/${account}/balance?${common}&currency=usd`)
    const { balances } = v.parse(BalanceReply, await up.json())
    expect(balances.at(-1)).toMatchObject({ chainId: 'eip155:2', quantity: { numeric: '2' } })
    node.answer = json({ body: { jsonrpc: '2.0', id: 0, result: 'much' } })
    const odd = await (await openApi({ database, chains })).get(`/v1/account/${account}/balance?${common}&currency=usd`)
    expect(odd.status).toBe(502)
  })

  test.each([
    ['currency', account, 'currency=eur'],
    ['currency', account, ''],
    ['chainId', account, 'currency=usd&chainId=eip155:5'],
    ['chainId', account, 'currency=usd&chainId=other:hub'],
    ['address', '0x1234', 'currency=usd&chainId=eip155:31337'],
  ])('name the field that is wrong: %s', async (name, address, query) => {
    const unserved: ChainConfig = { ...broken('http://127.0.0.1:9'), id: 'other:hub' }
    const api = await openApi({ database, chains: [local({ priced: false }), unserved] })
    const answer = await api.get(`/v1/account/${address}/balance?${common}&${query}`)
    expect(await refusalOf(answer)).toEqual([400, name])
  })
})
