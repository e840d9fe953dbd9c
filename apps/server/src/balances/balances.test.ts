import type { Balance } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { patientClock } from '@foyer/service-testing/patientClock'
import {
  deployMarket,
  devAccounts,
  type Market,
  placeMulticall,
  type StartedChain,
  sendUnlocked,
  startChain,
} from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, erc20Abi, formatUnits, type Hex, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { createChains } from '../chains/createChains.js'
import { type FakeNode, json, results, startFakeNode } from '../chains/test/fakeNode.js'
import { placeContract, returns } from '../contracts/test/strangeContracts.js'
import type { PriceSource } from '../prices/priceSource.js'
import { createPrices } from '../prices/prices.js'
import { uniswapV2 } from '../prices/uniswapV2.js'
import { readersOf } from '../readers/readers.js'
import { resolveHost } from '../safeFetch/resolveHost.js'
import { createSafeFetch } from '../safeFetch/safeFetch.js'
import { content, type Files, startFiles } from '../safeFetch/test/startFiles.js'
import { openTestDatabase } from '../test/openApi.js'
import { createTokens } from '../tokens/tokens.js'
import { createBalances } from './balances.js'

const account = devAccounts[0].address
const empty: Address = `0x${'e0'.repeat(20)}`
const { signal } = new AbortController()

let database: Database
let anvil: StartedChain
let market: Market
let node: FakeNode | undefined
beforeAll(async () => {
  database = await openTestDatabase()
  anvil = await startChain({ id: 31337 })
  market = await deployMarket({ url: anvil.url })
  await placeMulticall({ url: anvil.url })
})
afterAll(() => Promise.all([anvil?.stop(), database?.close()]))
afterEach(() => node?.stop())
const tokenOf = (symbol: string) => market.tokens.find((token) => token.symbol === symbol) ?? expect.fail()

/** A network of its own in the tables. */
let ids = 31337
function local(said: Partial<ChainConfig> = {}): ChainConfig {
  return {
    id: `eip155:${++ids}`,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [anvil.url],
    tokens: [],
    uniswapV2: { factory: market.factory, weth: market.weth, stable: tokenOf('DUSD') },
    ...said,
  }
}

interface SetUp {
  chain: ChainConfig
  held?: readonly string[]
  sources?: readonly PriceSource[]
  setTimeout?: Clock['setTimeout']
}

function setUp({ chain, held = [], sources = [uniswapV2], setTimeout = patientClock.setTimeout }: SetUp) {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const clock = { now: () => time, setTimeout }
  const lines: string[] = []
  const log = createLog({ level: 'trace', to: { write: (line) => void lines.push(line) } })
  const chains = createChains({ chains: [chain], timeoutMs: 5_000, clock, random: () => 0.5 })
  const tokens = createTokens({ orm: database.orm, readersOf, clock })
  const prices = createPrices({ sources, log, clock })
  const fetcherFor = (origin: string) =>
    createSafeFetch({ config: { allow: [origin], http: false }, clock: patientClock, resolveHost })
  const rooms = { chains, tokens, prices, readersOf, fetcherFor, log, clock }
  const balances = createBalances({ ...rooms, heldTokens: { of: async () => held } })
  const of = (said: { address?: string; fresh?: readonly string[] } = {}) =>
    balances.of({ address: account, chainId: chain.id, client: '192.0.2.1', signal, ...said })
  const pass = (ms: number) => {
    time += ms
  }
  return { of, pass, lines, id: chain.id }
}

const symbols = (balances: readonly Balance[]) => balances.map(({ symbol }) => symbol)

async function send({ to, data = '0x', value }: { to: Address; data?: Hex; value?: bigint }): Promise<void> {
  const client = createClient({ transport: http(anvil.url) })
  await sendUnlocked({ client, transaction: { from: devAccounts[1].address, to, data, value } })
}

let bytes = 0
const place = (said: { symbol: string; decimals?: bigint; balance?: bigint; name?: string }) =>
  placeContract({
    url: anvil.url,
    address: `0xbb${(++bytes).toString(16).padStart(38, '0')}`,
    functions: {
      'name()': returns.text(said.name ?? said.symbol),
      'symbol()': returns.text(said.symbol),
      'decimals()': returns.words(said.decimals ?? 18n),
      'balanceOf(address)': returns.words(said.balance ?? 10n ** 18n),
    },
  })

describe('[S7.13 S3.12] balances', () => {
  test('are of the own coin and of all that was received, the most valuable first, what has no price last', async () => {
    const unpriced = await place({ symbol: 'NEW' })
    const held = [unpriced, ...['FYR', 'WBTC', 'DUSD'].map((symbol) => tokenOf(symbol).address.toLowerCase())]
    const { of, id } = setUp({ chain: local(), held })
    const balances = await of()
    expect(symbols(balances)).toEqual(['ETH', 'WBTC', 'DUSD', 'FYR', 'NEW'])
    expect(balances.at(-1)).toMatchObject({ price: 0, address: expect.stringContaining(unpriced) })
    expect(balances.at(-1)).not.toHaveProperty('value')
    expect(balances[0]).not.toHaveProperty('address')
    const [number, text] = [expect.any(Number), expect.any(String)]
    const quantity = { decimals: '6', numeric: expect.stringMatching(/^\d+(\.\d+)?$/) }
    const named = { name: text, symbol: 'DUSD', chainId: id, iconUrl: text, unlisted: true }
    const address = `${id}:${tokenOf('DUSD').address.toLowerCase()}`
    expect(balances[2]).toEqual({ ...named, ...{ address, quantity }, value: number, price: number })
  })

  test('leave out what is nothing, but for the own coin', async () => {
    const held = [tokenOf('FYR').address]
    expect(symbols(await setUp({ chain: local(), held }).of({ address: empty }))).toEqual(['ETH'])
  })

  test('leave out what is only sent around to be seen, unless it is asked for', async () => {
    const [lure, impostor] = [
      await place({ symbol: 'CLAIM', name: 'Visit fyr-claim.com' }),
      await place({ symbol: 'fyr' }),
    ]
    const tokens = [{ ...tokenOf('FYR'), iconUrl: '' }]
    const { of, id } = setUp({ chain: local({ tokens }), held: [lure, impostor] })
    expect(symbols(await of())).toEqual(['ETH', 'FYR'])
    const all = await of({ fresh: [`${id}:${impostor}`] })
    expect(symbols(all)).toEqual(['ETH', 'FYR', 'fyr'])
    // What is merely held calls itself what it likes.
    expect(symbols(all.filter(({ unlisted }) => unlisted))).toEqual(['fyr'])
  })

  test('[S5.15] leave out a token that has no decimals', async () => {
    const tickets = await place({ symbol: 'TICKET', decimals: 0n })
    expect(symbols(await setUp({ chain: local(), held: [tickets] }).of())).toEqual(['ETH'])
  })

  test('are answered whatever misbehaving contracts among them do', async () => {
    const liar = (balanceOf: Parameters<typeof placeContract>[0]['functions'][string]) =>
      placeContract({
        url: anvil.url,
        address: `0xbb${(++bytes).toString(16).padStart(38, '0')}`,
        functions: {
          'name()': returns.text('L'),
          'symbol()': returns.text('L'),
          'decimals()': returns.words(18n),
          'balanceOf(address)': balanceOf,
        },
      })
    const held = [
      await liar({ does: 'revert' }),
      await liar({ does: 'nothing' }),
      await liar({ does: 'loop' }),
      await liar({ does: 'return', bytes: '0x01' }),
      devAccounts[1].address,
      'not an address',
      tokenOf('FYR').address,
    ]
    expect(symbols(await setUp({ chain: local(), held }).of())).toEqual(['ETH', 'FYR'])
  })

  test('[F27] are exact up to 2^256 - 1, with 0 to 36 decimals', async () => {
    const most = 2n ** 256n - 1n
    for (const decimals of [1n, 18n, 36n]) {
      const token = await place({ symbol: `MAX${decimals}`, decimals, balance: most })
      const balances = await setUp({ chain: local(), held: [token] }).of()
      expect(balances.at(-1)).toMatchObject({ quantity: { numeric: formatUnits(most, Number(decimals)) } })
    }
  })

  test('are the first word of what a token answers, whatever stands behind it', async () => {
    const token = await placeContract({
      url: anvil.url,
      address: `0xb1${'0'.repeat(38)}`,
      functions: {
        'name()': returns.text('Long'),
        'symbol()': returns.text('LONG'),
        'decimals()': returns.words(1n),
        'balanceOf(address)': returns.words(25n, 7n),
      },
    })
    const balances = await setUp({ chain: local(), held: [token] }).of()
    expect(balances.at(-1)).toMatchObject({ symbol: 'LONG', quantity: { numeric: '2.5' } })
  })

  test('of an unlisted token are worth no more than what its price rests on', async () => {
    const held = [await place({ symbol: 'RICH', balance: 10n ** 30n })]
    const deep: PriceSource = {
      name: 'uniswapV2',
      of: async ({ tokens }) =>
        new Map(
          tokens.map(({ address }) => [address.toLowerCase(), { price: 3n * 10n ** 18n, depth: 2n * 10n ** 18n }]),
        ),
    }
    const rich = expect.toSatisfy((value: number) => value > 2)
    const values = async (chain: ChainConfig) => {
      const balances = await setUp({ chain, held, sources: [deep] }).of()
      return Object.fromEntries(balances.map(({ symbol, price, value }) => [symbol, { price, value }]))
    }
    expect(await values(local())).toMatchObject({ ETH: { value: rich }, RICH: { price: 3, value: 2 } })
    const listed = { address: held[0] ?? '', symbol: 'RICH', name: 'Rich', decimals: 18, iconUrl: '' }
    expect(await values(local({ tokens: [listed] }))).toMatchObject({ RICH: { price: 3, value: 3e12 } })
  })

  test('are none where the network is silent for too long', async () => {
    node = await startFakeNode(() => {})
    const timers: (() => void)[] = []
    const setTimeout = (callback: () => void) => {
      timers.push(callback)
      return () => {}
    }
    const reading = setUp({ chain: local({ upstreams: [node.url] }), setTimeout }).of()
    await vi.waitFor(() => expect(node?.asked.length).toBe(1))
    timers[0]?.() // that of the whole reading: nodes that take turns may each be in time
    await expect(reading).rejects.toMatchObject({ code: 'chain_unavailable' })
  })

  test('are answered without prices where those are unavailable', async () => {
    const away: PriceSource = { name: 'coingecko', of: () => Promise.reject(new Error('away')) }
    const { of, lines } = setUp({ chain: local({ tokens: [{ ...tokenOf('FYR'), iconUrl: '' }] }), sources: [away] })
    const balances = await of()
    expect(balances.map(({ symbol, price, value }) => [symbol, price, value])).toEqual([
      ['ETH', 0, undefined],
      ['FYR', 0, undefined],
    ])
    expect(lines.join()).toContain('balances are answered without prices')
    expect(lines.join()).not.toContain(account)
  })
})

describe('the cache', () => {
  test('is a few seconds old at most, so that what clients keep for 30 s is little older; an update reads it now', async () => {
    const chain = local()
    const { of, pass, id } = setUp({ chain })
    const before = await of({ address: empty })
    await send({ to: empty, value: 10n ** 18n })
    expect(await of({ address: empty })).toEqual(before)
    pass(6_999)
    expect(await of({ address: empty })).toEqual(before)
    pass(1)
    expect(await of({ address: empty })).toMatchObject([{ quantity: { numeric: '1' } }])
    const token = tokenOf('FYR').address
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [empty, 5n * 10n ** 17n] })
    await send({ to: token, data })
    expect(symbols(await of({ address: empty }))).toEqual(['ETH'])
    const fresh = await of({ address: empty, fresh: ['eip155:1:0x00', 'true', `${id}:${token}`] })
    expect(fresh).toMatchObject([{ symbol: 'ETH' }, { symbol: 'FYR', quantity: { numeric: '0.5' } }])
    expect(symbols(await of({ address: empty }))).toEqual(['ETH', 'FYR'])
  })
})

describe('balances of a Solana account', () => {
  const owner = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const solana = (url: string): ChainConfig => ({
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    iconUrl: '',
    upstreams: [url],
    tokens: [{ address: mint, symbol: 'USDC', name: 'USD Coin', decimals: 6, iconUrl: '' }],
  })
  const held = (amount: string, of = mint) => ({
    pubkey: 'x',
    account: {
      data: {
        program: 'spl-token',
        parsed: { type: 'account', info: { mint: of, owner, tokenAmount: { amount, decimals: 6, uiAmount: 1.5 } } },
      },
    },
  })
  const context = { slot: 1 }
  const one: PriceSource = { name: 'coingecko', of: async () => new Map([[mint, { price: 10n ** 18n, depth: null }]]) }

  test('are its lamports and its configured tokens, the accounts of one mint and of both programs as one', async () => {
    node = await startFakeNode(
      results({
        getBalance: { context, value: 1_500_000_001 },
        getTokenAccountsByOwner: {
          context,
          value: [held('1000000'), held('18446744073709551615'), held('5', 'another')],
        },
      }),
    )
    const balances = await setUp({ chain: solana(node.url), sources: [one] }).of({ address: owner })
    expect(balances).toEqual([
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        address: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${mint}`,
        price: 1,
        value: 36_893_488_147_421.1,
        quantity: { decimals: '6', numeric: '36893488147421.10323' },
        iconUrl: '',
      },
      {
        name: 'Solana',
        symbol: 'SOL',
        chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        price: 0,
        quantity: { decimals: '9', numeric: '1.500000001' },
        iconUrl: '',
      },
    ])
  })

  test.each([
    { getBalance: { context, value: -1 }, getTokenAccountsByOwner: { context, value: [] } },
    { getBalance: { context, value: 1 }, getTokenAccountsByOwner: null },
    { getBalance: { context, value: 1 }, getTokenAccountsByOwner: { context, value: [held('1e3')] } },
  ])('are none where the node talks nonsense', async (answers) => {
    node = await startFakeNode(results(answers))
    await expect(setUp({ chain: solana(node.url) }).of({ address: owner })).rejects.toMatchObject({
      code: 'chain_unavailable',
    })
  })

  test('are none where the node refuses', async () => {
    node = await startFakeNode(json({ body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } } }))
    await expect(setUp({ chain: solana(node.url) }).of({ address: owner })).rejects.toMatchObject({
      code: 'chain_unavailable',
    })
  })
})

describe('balances of a Bitcoin account', () => {
  const owner = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const id = 'bip122:000000000019d6689c085ae165831e93'
  let files: Files
  beforeEach(async () => {
    files = await startFiles()
  })
  afterEach(() => files.stop())
  const bitcoin = (): ChainConfig => ({
    id,
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    iconUrl: 'https://icons.example/btc.png',
    upstreams: ['http://127.0.0.1:9'],
    esplora: `${files.origin}/api/`,
    tokens: [],
  })
  const serve = (body: string) => files.serve(`/api/address/${owner}/utxo`, content({ body }))
  const unspent = (value: number) => ({ txid: 'ab', vout: 0, value, status: { confirmed: true } })
  const coin: PriceSource = {
    name: 'coingecko',
    of: async () => new Map([['0x', { price: 90_000n * 10n ** 18n, depth: null }]]),
  }

  test('are what it can spend', async () => {
    serve(JSON.stringify([unspent(546), unspent(2_099_999_997_690_000)]))
    expect(await setUp({ chain: bitcoin(), sources: [coin] }).of({ address: owner })).toEqual([
      {
        ...{ name: 'Bitcoin', symbol: 'BTC', chainId: id },
        price: 90_000,
        value: 1_889_999_997_921.4915,
        quantity: { decimals: '8', numeric: '20999999.97690546' },
        iconUrl: 'https://icons.example/btc.png',
      },
    ])
  })

  test.each(['[{"value":-1}]', '[{"value":1.5}]', '{}', 'down'])(
    'are none where the ledger talks nonsense: %s',
    async (body) => {
      serve(body)
      await expect(setUp({ chain: bitcoin() }).of({ address: owner })).rejects.toMatchObject({
        code: 'chain_unavailable',
      })
    },
  )

  test('are none where the ledger is away, the address is none, or no ledger is configured', async () => {
    const away = setUp({ chain: bitcoin() }).of({ address: owner })
    await expect(away).rejects.toMatchObject({ code: 'chain_unavailable' })
    for (const address of [account, 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', 'bc1', `${owner}/../x`]) {
      const of = setUp({ chain: bitcoin() }).of({ address })
      await expect(of).rejects.toMatchObject({ reasons: [{ name: 'address' }] })
    }
    const { esplora: _, ...bare } = bitcoin()
    const unread = setUp({ chain: bare }).of({ address: owner })
    await expect(unread).rejects.toMatchObject({ reasons: [{ name: 'chainId' }] })
  })
})
