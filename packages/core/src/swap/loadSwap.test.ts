import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import { contextOf } from '../context.js'
import { type LocalAnswer, type LocalRequest, localServer } from '../http/test/localServer.js'
import { bitcoin, mainnet, sepolia } from '../networks/known.js'
import { type FakeKit, fakeKit } from '../test/fakeKit.js'
import {
  loadGasPrice,
  loadTokens,
  networksWithSwaps,
  priceTokens,
  quoteOf,
  refreshTokens,
  type SwapReader,
} from './loadSwap.js'
import { eth, owner, token } from './test/swapKit.js'

const dollar = '0x00000000000000000000000000000000000000d1'
const usd = `eip155:1:${dollar}` as const

const balance = (own: { address?: string; decimals?: string; price?: number } = {}) => ({
  name: 'USD',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: own.address ?? usd,
  price: own.price ?? 1,
  quantity: { decimals: own.decimals ?? '6', numeric: '40' },
  iconUrl: '',
})

let answers: Record<string, LocalAnswer>
let requests: readonly LocalRequest[]
let kit: FakeKit
let reader: SwapReader
let close: () => Promise<void>

beforeEach(async () => {
  answers = {
    '/v1/supported-chains': { body: { http: ['eip155:1', 'eip155:11155111'], ws: [] } },
    '/v1/convert/tokens': { body: { tokens: [token('ETH', eth, 18), token('USD', usd, 6)] } },
    '/v1/convert/gas-price': { body: { standard: '1', fast: '2000000000', instant: '3' } },
    [`/v1/account/${owner}/balance`]: { body: { balances: [balance()] } },
    '/v1/fungible/price': { body: { fungibles: [] } },
  }
  const server = await localServer((request) => answers[request.url.pathname] ?? { status: 404 })
  requests = server.requests
  kit = fakeKit({ api: server.origin, networks: [mainnet, sepolia] })
  kit.foyer.start()
  const context = contextOf(kit.foyer)
  const api = await context.api?.()
  if (!api) throw new Error('the kit has no server')
  reader = {
    context,
    api: { ...api, network: () => 'eip155:1' },
    account: { address: owner, networkId: 'eip155:1', accountId: `eip155:1:${owner}` },
    network: mainnet,
    isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
    changed: [],
    signal: new AbortController().signal,
  }
  close = async () => {
    kit.foyer.stop()
    await server.close()
  }
})
afterEach(() => close())

const listed = async () => {
  const tokens = await loadTokens(reader)
  return {
    tokens,
    coin: tokens.find(({ symbol }) => symbol === 'ETH'),
    usd: tokens.find(({ address }) => address === usd),
  }
}
const held = (answer: ReturnType<typeof balance>) => {
  answers[`/v1/account/${owner}/balance`] = { body: { balances: [answer] } }
}

describe('what can be swapped', () => {
  test('[S7.7] each token comes with what the account holds of it, whatever case its address is written in', async () => {
    held(balance({ address: `eip155:1:${dollar.toUpperCase().replace('0X', '0x')}` }))
    const { coin, usd } = await listed()
    expect(usd).toMatchObject({ contract: dollar, held: 40_000_000n, price: 10n ** 18n })
    expect(coin).toMatchObject({ contract: undefined, held: 0n })
  })

  test('a balance that counts in other decimals than the token is none: in another unit it would be another amount', async () => {
    held(balance({ decimals: '18' }))
    expect((await listed()).usd?.held).toBe(0n)
  })

  test('a token of another network isn’t offered', async () => {
    const far = token('FAR', `eip155:8453:${dollar}`, 6)
    answers['/v1/convert/tokens'] = { body: { tokens: [token('ETH', eth, 18), far] } }
    expect((await listed()).tokens.map(({ symbol }) => symbol)).toEqual(['ETH'])
  })

  test('how many decimals the network’s own coin has is the network’s word, and not the server’s', async () => {
    answers['/v1/convert/tokens'] = { body: { tokens: [token('ETH', eth, 6)] } }
    expect((await listed()).coin?.decimals).toBe(18)
  })

  test('a price of 0 says that none is known', async () => {
    held(balance({ price: 0 }))
    expect((await listed()).usd?.price).toBeUndefined()
  })
})

describe('today’s prices', () => {
  const priced = (price: number) => {
    const fungible = { name: '', symbol: '', iconUrl: '', price, address: usd }
    answers['/v1/fungible/price'] = { body: { fungibles: [fungible] } }
  }

  test('[S7.8] the chosen tokens are priced by name, and what was known of the others stays', async () => {
    const { tokens } = await listed()
    priced(1.01)
    const now = await refreshTokens(reader, { tokens, priced: [usd] })
    expect(now.map(({ price }) => price)).toEqual([undefined, 1_010_000_000_000_000_000n])
  })

  test('a server that has no price any more takes none away', async () => {
    const { tokens } = await listed()
    priced(0)
    const withPrices = await priceTokens(reader, { tokens, priced: [usd] })
    expect(withPrices(tokens).find(({ address }) => address === usd)?.price).toBe(10n ** 18n)
  })

  test('a balance that is gone is 0 with the next reading', async () => {
    const { tokens } = await listed()
    answers[`/v1/account/${owner}/balance`] = { body: { balances: [] } }
    const now = await refreshTokens(reader, { tokens, priced: [] })
    expect(now.map((each) => each.held)).toEqual([0n, 0n])
  })
})

test('[S7.10] what a unit of gas costs is undefined where the server fails, which is reported; the swap goes on', async () => {
  expect(await loadGasPrice(reader)).toBe(2_000_000_000n)
  answers['/v1/convert/gas-price'] = { status: 400 }
  expect(await loadGasPrice(reader)).toBeUndefined()
  expect(kit.errors).toHaveLength(1)
})

test('[S9.15] a network swaps where the server lists tokens for it; where it can’t say, where networks do by default', async () => {
  const asked = { api: reader.api, networks: [mainnet, sepolia], signal: reader.signal }
  const both: readonly NetworkId[] = ['eip155:1', 'eip155:11155111']
  expect(await networksWithSwaps(asked)).toEqual(both)
  answers['/v1/convert/tokens'] = { body: { tokens: [] } }
  expect(await networksWithSwaps(asked)).toEqual([])
  answers['/v1/convert/tokens'] = { status: 400 }
  expect(await networksWithSwaps(asked)).toEqual(['eip155:1'])
})

test('[S7.10] that a network’s gas has no price known is no fault, nor what was asked for in vain', async () => {
  expect(await loadGasPrice({ ...reader, api: { ...reader.api, network: () => 'eip155:10' } })).toBeUndefined()
  expect(kit.errors).toEqual([])
  answers['/v1/convert/gas-price'] = { status: 400 }
  const errors = kit.errors.length
  expect(await loadGasPrice({ ...reader, signal: AbortSignal.abort() })).toBeUndefined()
  expect(kit.errors).toHaveLength(errors)
})

test('a family without swaps isn’t asked for', async () => {
  const asked = { api: reader.api, networks: [bitcoin, mainnet], signal: reader.signal }
  expect(await networksWithSwaps(asked)).toEqual(['eip155:1'])
  const tokens = requests.filter(({ url }) => url.pathname === '/v1/convert/tokens')
  expect(tokens.map(({ url }) => url.searchParams.get('chainId'))).toEqual(['eip155:1'])
})

test('what a swap has changed is read anew, and prices are asked for only where there is what to price', async () => {
  const balances = () => requests.filter(({ url }) => url.pathname.endsWith('/balance'))
  await loadTokens(reader)
  expect(balances().at(-1)?.url.searchParams.get('forceUpdate')).toBeNull()
  const tokens = await loadTokens({ ...reader, changed: [usd] })
  expect(balances().at(-1)?.url.searchParams.get('forceUpdate')).toBe(usd)
  const prices = () => requests.filter(({ url }) => url.pathname === '/v1/fungible/price')
  await priceTokens(reader, { tokens, priced: [] })
  expect(prices()).toEqual([])
  await priceTokens(reader, { tokens, priced: [usd, 'eip155:1:0xgone'] })
  expect(prices().map(({ body }) => JSON.parse(body).addresses)).toEqual([[usd]])
})

test('the coin is the one that the list has without an address', async () => {
  const coin = { ...balance(), address: undefined, symbol: 'ETH', quantity: { decimals: '18', numeric: '2' } }
  answers[`/v1/account/${owner}/balance`] = { body: { balances: [balance(), coin] } }
  const found = await listed()
  expect([found.coin?.held, found.usd?.held]).toEqual([2n * 10n ** 18n, 40_000_000n])
})

test('a quote is kept in whole units, with what the server says of it', () => {
  const said = { priceImpactBps: 3, target: 'eip155:1:0xf1', spender: null }
  const wire = { id: null, fromAmount: '1', fromAccount: eth, toAmount: '9007199254740993', toAccount: usd, ...said }
  const received = 9_007_199_254_740_993n
  expect(quoteOf({ ...wire, fee: { bps: 85, amount: '1' } })).toEqual({ received, feeBps: 85, ...said })
  expect(quoteOf({ ...wire, fee: undefined })).toEqual({ received, feeBps: undefined, ...said })
})

test('[S7.7 S7.10] what is asked for is of the account’s network, whichever the kit shows', async () => {
  const elsewhere = { ...reader, api: { ...reader.api, network: (): NetworkId => 'eip155:11155111' } }
  await loadTokens(elsewhere)
  await loadGasPrice(elsewhere)
  const asked = requests.filter(({ url }) => /tokens|gas-price/.test(url.pathname))
  expect(asked.map(({ url }) => url.searchParams.get('chainId'))).toEqual(['eip155:1', 'eip155:1'])
})

test('a token’s price is its own, and a price that the server doesn’t name takes none away', async () => {
  const coin = {
    ...balance(),
    address: undefined,
    symbol: 'ETH',
    price: 3_000,
    quantity: { decimals: '18', numeric: '2' },
  }
  answers[`/v1/account/${owner}/balance`] = { body: { balances: [balance(), coin] } }
  const { tokens } = await listed()
  const fungible = (address: string, price: number) => ({ name: '', symbol: '', iconUrl: '', price, address })
  answers['/v1/fungible/price'] = { body: { fungibles: [fungible(usd, 2), fungible(eth, 4_000)] } }
  const both = await priceTokens(reader, { tokens, priced: [eth, usd] })
  expect(both(tokens).map(({ price }) => price)).toEqual([4_000n * 10n ** 18n, 2n * 10n ** 18n])
  answers['/v1/fungible/price'] = { body: { fungibles: [fungible(eth, 4_000)] } }
  const one = await priceTokens(reader, { tokens, priced: [eth, usd] })
  expect(one(tokens).map(({ price }) => price)).toEqual([4_000n * 10n ** 18n, 10n ** 18n])
  answers[`/v1/account/${owner}/balance`] = { body: { balances: [] } }
  expect((await refreshTokens(reader, { tokens, priced: [] })).map(({ price }) => price)).toEqual([
    3_000n * 10n ** 18n,
    10n ** 18n,
  ])
})
