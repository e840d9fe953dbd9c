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
import {
  type Address,
  createClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Chain } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { placeContract, returns } from '../contracts/test/strangeContracts.js'
import type { PriceSource } from './priceSource.js'
import { freshPrice, type KnownPrices, type OpenService, openService } from './test/openService.js'
import { uniswapV2 } from './uniswapV2.js'
import { uniswapV3 } from './uniswapV3.js'

const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const { signal } = new AbortController()

let anvil: StartedChain
let market: Market
beforeAll(async () => {
  anvil = await startChain({ id: 31337 })
  market = await deployMarket({ url: anvil.url })
  await placeMulticall({ url: anvil.url })
  await deployV3()
})
afterAll(() => anvil?.stop())

const tokenOf = (symbol: string) => market.tokens.find((token) => token.symbol === symbol) ?? expect.fail()

function chainWith(said: Partial<ChainConfig>, url = anvil.url): Chain {
  const config: ChainConfig = {
    id: 'eip155:31337',
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [url],
    tokens: market.tokens.map((token) => ({ ...token, iconUrl: '' })),
    ...said,
  }
  const { all } = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock, random: () => 0.5 })
  return all[0] ?? expect.fail()
}

/** A V3 of a few pools, each of which answers as the real ones do: it has no other functions. */
const v3Factory: Address = `0x${'f3'.repeat(20)}`
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
async function deployV3() {
  const [dusd, weth, fyr, wbtc] = ['DUSD', 'WETH', 'FYR', 'WBTC'].map(tokenOf)
  if (!dusd || !weth || !fyr || !wbtc) throw new Error('The market lacks a token.')
  const functions: Record<string, ReturnType<typeof returns.words>> = {}
  const place = async (pool: Address, one: typeof dusd, other: typeof dusd, rate: number, fee = 3_000) => {
    for (const args of [[one, other] as const, [other, one] as const]) {
      const [a, b] = args
      const data = encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args: [a.address, b.address, fee] })
      functions[data] = returns.words(BigInt(pool))
    }
    const raw = (rate * 10 ** other.decimals) / 10 ** one.decimals
    const isFirst = one.address.toLowerCase() < other.address.toLowerCase()
    const tick = Math.floor(Math.log(isFirst ? raw : 1 / raw) / Math.log(1.0001))
    // What a tick sums up to over ten minutes, from wherever it was.
    const ticks = [7_000_000n, 7_000_000n + BigInt(tick) * 600n] as const
    const bytes = encodeAbiParameters([{ type: 'int56[]' }, { type: 'uint160[]' }], [ticks, [1n, 2n]])
    await placeContract({
      url: anvil.url,
      address: pool,
      functions: { 'observe(uint32[])': { does: 'return', bytes } },
    })
  }
  const pools = ['a1', 'a2', 'a3', 'a4'].map((byte): Address => `0x${byte.repeat(20)}`)
  const [ether, coin, bitcoin, thin] = pools
  if (!ether || !coin || !bitcoin || !thin) throw new Error('A pool is missing.')
  await place(ether, weth, dusd, 3_000)
  await place(coin, fyr, dusd, 0.5)
  await place(thin, fyr, dusd, 700, 500)
  await place(bitcoin, wbtc, weth, 30)
  await placeContract({ url: anvil.url, address: v3Factory, functions })
  const mint = (token: Address, to: Address, amount: bigint) =>
    send({
      to: token,
      data: encodeFunctionData({ abi: parseAbi(['function mint(address, uint256)']), args: [to, amount] }),
    })
  await mint(dusd.address, ether, 3_000_000n * 10n ** 6n)
  await mint(dusd.address, coin, 50_000n * 10n ** 6n)
  await mint(dusd.address, thin, 10n * 10n ** 6n)
  await send({ to: weth.address, data: '0xd0e30db0', value: 100n * 10n ** 18n })
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bitcoin, 100n * 10n ** 18n] })
  await send({ to: weth.address, data: transfer })
}

async function send({ to, data, value = 0n }: { to: Address; data: Hex; value?: bigint }): Promise<void> {
  const client = createClient({ transport: http(anvil.url) })
  const receipt = await sendUnlocked({ client, transaction: { from: devAccounts[0].address, to, data, value } })
  expect(receipt.status).toBe('success')
}

const stable = () => ({ address: tokenOf('DUSD').address, decimals: 6 })
const v2Market = (said = {}) => ({ factory: market.factory, weth: market.weth, stable: stable(), ...said })
const v3Market = (said = {}) => ({ factory: v3Factory, weth: market.weth, stable: stable(), ...said })

/** Returns the prices that a service knows in these tests. */
const marketPrices = (): KnownPrices => ({
  tokens: {
    [tokenOf('DUSD').address.toLowerCase()]: freshPrice(1),
    [tokenOf('FYR').address.toLowerCase()]: freshPrice(0.5),
    [tokenOf('WBTC').address.toLowerCase()]: freshPrice(9e4),
    [market.weth.toLowerCase()]: freshPrice(3000.0),
  },
  coins: { ether: freshPrice(3000) },
})

let service: OpenService | undefined
afterEach(async () => {
  await service?.provider.stop()
  service = undefined
})

interface Case {
  name: string
  source: () => Promise<PriceSource>
  chain: () => Chain
  /** without what the source asks */
  bare: () => Chain
  /** whose source is away */
  away: () => Promise<Chain>
}
const nowhere = 'http://127.0.0.1:9'
const cases: readonly Case[] = [
  {
    name: 'uniswapV2',
    source: async () => uniswapV2,
    chain: () => chainWith({ uniswapV2: v2Market() }),
    bare: () => chainWith({}),
    away: async () => chainWith({ uniswapV2: v2Market() }, nowhere),
  },
  {
    name: 'uniswapV3',
    source: async () => uniswapV3,
    chain: () => chainWith({ uniswapV3: v3Market() }),
    bare: () => chainWith({}),
    away: async () => chainWith({ uniswapV3: v3Market() }, nowhere),
  },
  ...(['coingecko', 'defillama'] as const).map((name) => ({
    name,
    source: async () => {
      service = await openService(name, marketPrices())
      return service.source
    },
    chain: () => chainWith({}),
    bare: () => chainWith({ id: 'eip155:5' }),
    away: async () => {
      await service?.provider.stop()
      return chainWith({})
    },
  })),
]

describe.each(cases)('the source $name', ({ name, source, chain, bare, away }) => {
  const unpriced = { address: devAccounts[1].address, decimals: 18 }

  test('prices what it knows in US dollars times 10^18, however the address is written, and leaves out what it does not', async () => {
    const asked = await source()
    expect(asked.name).toBe(name)
    const symbols = ['DUSD', 'WETH', 'FYR', 'WBTC']
    const lower = ({ address, decimals }: { address: string; decimals: number }) => ({
      address: address.toLowerCase(),
      decimals,
    })
    const tokens = [...symbols.map(tokenOf), { address: native, decimals: 18 }, unpriced]
    const found = await asked.of({ chain: chain(), tokens, signal })
    const near = [1, 3_000, 0.5, 90_000, 3_000]
    const keys = [...symbols.map((symbol) => tokenOf(symbol).address), native].map((key) => key.toLowerCase())
    expect([...found.keys()].sort()).toEqual([...keys].sort())
    keys.forEach((key, index) => {
      // A tick is a step of one basis point.
      expect(Number(found.get(key)?.price) / 1e18 / (near[index] ?? 0)).toBeCloseTo(1, 3)
    })
    expect(await asked.of({ chain: chain(), tokens: tokens.map(lower), signal })).toEqual(found)
    expect([...(await asked.of({ chain: chain(), tokens: [unpriced], signal }))]).toEqual([])
  })

  test('knows nothing of a network that it was not configured for', async () => {
    expect([...(await (await source()).of({ chain: bare(), tokens: [tokenOf('FYR')], signal }))]).toEqual([])
  })

  test('fails where it can not be asked, which is not to know no price', async () => {
    const asked = await source()
    await expect(asked.of({ chain: await away(), tokens: [tokenOf('FYR')], signal })).rejects.toThrow()
  })
})

describe('pools that are too thin', () => {
  const priced = async (said: Partial<ChainConfig>, source: PriceSource) => {
    const tokens = [tokenOf('WETH'), tokenOf('FYR'), tokenOf('WBTC')]
    const found = await source.of({ chain: chainWith(said), tokens, signal })
    return tokens.filter(({ address }) => found.has(address.toLowerCase())).map(({ symbol }) => symbol)
  }

  test('of a V2 do not count', async () => {
    const with_ = (minimumDepthUsd: number) => priced({ uniswapV2: v2Market({ minimumDepthUsd }) }, uniswapV2)
    expect(await with_(1_000_000)).toEqual(['WETH', 'FYR', 'WBTC'])
    expect(await with_(1_000_001)).toEqual(['WETH', 'WBTC'])
    expect(await with_(2_000_000)).toEqual(['WETH'])
    expect(await with_(4_000_000)).toEqual([])
  })

  test('of a V3 do not count, and of two tiers the deeper one is taken', async () => {
    const with_ = (minimumDepthUsd: number) => priced({ uniswapV3: v3Market({ minimumDepthUsd }) }, uniswapV3)
    expect(await with_(0)).toEqual(['WETH', 'FYR', 'WBTC'])
    expect(await with_(60_000)).toEqual(['WETH', 'WBTC'])
    const tokens = [tokenOf('FYR')]
    const found = await uniswapV3.of({
      chain: chainWith({ uniswapV3: v3Market({ minimumDepthUsd: 0 }) }),
      tokens,
      signal,
    })
    expect(Number(found.get(tokenOf('FYR').address.toLowerCase())?.price) / 1e18).toBeCloseTo(0.5, 3)
  })
})

test('a way leads through another configured token where it is named', async () => {
  // Here a bitcoin is the dollar and FYR the wrapped coin, which have a pool in common with WETH alone.
  const base = { stable: tokenOf('WBTC'), weth: tokenOf('FYR').address, minimumDepthUsd: 0 }
  const ask = async (through: readonly Address[]) => {
    const chain = chainWith({ uniswapV2: v2Market({ ...base, through: [...through] }) })
    const found = await uniswapV2.of({ chain, tokens: [tokenOf('FYR')], signal })
    return found.get(tokenOf('FYR').address.toLowerCase())?.price
  }
  expect(await ask([])).toBeUndefined()
  expect(await ask([market.weth])).toBe(10n ** 18n / 180_000n)
})

test('[F27] a mean between two ticks of a V3 is taken at the lower one, on either side of zero', async () => {
  const token = tokenOf('FYR')
  const priceAt = async (passed: bigint) => {
    const bytes = encodeAbiParameters(
      [{ type: 'int56[]' }, { type: 'uint160[]' }],
      [
        [0n, passed],
        [1n, 2n],
      ],
    )
    const functions = { 'observe(uint32[])': { does: 'return', bytes } } as const
    await placeContract({ url: anvil.url, address: `0x${'a2'.repeat(20)}`, functions })
    const found = await uniswapV3.of({ chain: chainWith({ uniswapV3: v3Market() }), tokens: [token], signal })
    return found.get(token.address.toLowerCase())?.price ?? expect.fail()
  }
  const [below, at, above] = [await priceAt(-1_200n), await priceAt(-600n), await priceAt(600n)]
  expect(new Set([below, at, above]).size).toBe(3)
  expect([await priceAt(-601n), await priceAt(1_199n)]).toEqual([below, above])
})
