import { formatAccountId } from '@foyer/core/chain'
import { nativeTokens } from '@foyer/core/wire'
import {
  deployMarket,
  deployStrangeToken,
  deployUniswapV3,
  devAccounts,
  type Market,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import {
  type Address,
  type Client,
  concat,
  createClient,
  createTestClient,
  custom,
  erc20Abi,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  slice,
  type TransactionReceipt,
  zeroHash,
} from 'viem'
import { getBalance, getBlock, getLogs, getStorageAt, readContract } from 'viem/actions'
import { expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import type { UniswapV2Swaps, UniswapV3Swaps } from '../../chains/swapsConfig.js'
import { factoryAbi } from '../uniswapV2/market.js'
import { type Actor, createActor, type Sent } from './actor.js'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setTax(uint256 bps)',
  'function setResetsFirst(bool resets)',
  'function setCall(address target, bytes data)',
])
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])

const poolsMade = parseAbi([
  'event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count)',
  'event PoolCreated(address indexed token0, address indexed token1, uint24 indexed fee, int24 tickSpacing, address pool)',
])

/** The settings of the Uniswap V2, or the whole of another venue. */
export type VenueConfig = Partial<UniswapV2Swaps> | UniswapV3Swaps

/** A local chain with tokens and pools, for the tests of swaps; nothing in the product imports this. */
export interface OpenMarket {
  readonly chain: StartedChain
  readonly market: Market
  /** The one pool of STR, with FYR. */
  readonly strangePool: Address
  readonly client: Client
  readonly account: Address
  /** CAIP-10 of the account */
  readonly user: string
  /** The address of a token, or the placeholder of the own coin. */
  addressOf(symbol: string): string
  /** CAIP-10 */
  named(symbol: string): string
  config(swaps?: VenueConfig): ChainConfig
  /** Puts a Uniswap V3 on the chain, without a pool of STR. */
  deployV3(): Promise<UniswapV3Swaps>
  /** Calls a token as the account. */
  ask(request: {
    symbol: string
    functionName: 'mint' | 'approve' | 'setTax' | 'setResetsFirst' | 'setCall'
    args: readonly unknown[]
  }): Promise<void>
  /** Another account buys dollars, and so moves their price. */
  buyDollars(request: { ether: bigint }): Promise<void>
  /**
   * Has every pool take the last block for one in which it was swapped with for the first time.
   * @returns the time of that block, in seconds since 1970
   */
  pretendSwapsNow(): Promise<{ readonly timestamp: bigint }>
  /** Returns the account's balance of a token or of the own coin. */
  held(symbol: string, of?: Address): Promise<bigint>
  allowed(request: { symbol: string; spender: Address; owner?: Address }): Promise<bigint>
  send(transaction: Sent): Promise<TransactionReceipt>
  stop(): Promise<void>
}

/** Beside the stack's tokens there is STR, which only FYR has a pool with and which can be made to misbehave. */
export async function openMarket(): Promise<OpenMarket> {
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const strange = await deployStrangeToken({ url: chain.url })
  const client = createClient({ transport: http(chain.url, { retryCount: 0 }) })
  const [{ address: other }, { address: account }] = devAccounts
  const tokens = [
    ...market.tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol: `${symbol}`, decimals })),
    { address: strange, name: 'Strange', symbol: 'STR', decimals: 18 },
  ]
  const tokenOf = (symbol: string): Address =>
    tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail(`There is no ${symbol}.`)
  const addressOf = (symbol: string) => (symbol === 'ETH' ? nativeTokens.eip155 : tokenOf(symbol))
  const connectors = [tokenOf('DUSD'), tokenOf('FYR')]
  const { send, write } = createActor({ client, account })
  const ask: OpenMarket['ask'] = ({ symbol, functionName, args }) =>
    write({ address: tokenOf(symbol), abi: tokenAbi, functionName, args })
  await fill({ market, account, strange, fyr: tokenOf('FYR'), ask, write })
  const strangePool = await readContract(client, {
    address: market.factory,
    abi: factoryAbi,
    functionName: 'getPair',
    args: [strange, tokenOf('FYR')],
  })
  return {
    chain,
    market,
    strangePool,
    client,
    account,
    user: formatAccountId({ networkId: chain.caipNetworkId, address: account }),
    addressOf,
    named: (symbol) => formatAccountId({ networkId: chain.caipNetworkId, address: addressOf(symbol) }),
    config: (swaps = {}) => ({
      id: chain.caipNetworkId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      iconUrl: 'https://icons.example/eth.png',
      upstreams: [chain.url],
      tokens: tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` })),
      swaps:
        swaps.venue === 'uniswap-v3'
          ? swaps
          : { venue: 'uniswap-v2', router: market.router, connectors, mostPriceImpactBps: 1_500, ...swaps },
    }),
    async deployV3() {
      const { router, quoter } = await deployUniswapV3({ url: chain.url, market })
      return { venue: 'uniswap-v3', router, quoter, connectors, mostPriceImpactBps: 1_500 }
    },
    ask,
    buyDollars({ ether }) {
      const args = [0n, [market.weth, tokenOf('DUSD')], other, 2n ** 64n]
      const bought = { address: market.router, abi: routerAbi, functionName: 'swapExactETHForTokens', args }
      return write({ ...bought, from: other, value: ether })
    },
    pretendSwapsNow: () => pretendSwapsNow(client),
    held: (symbol, of = account) =>
      symbol === 'ETH'
        ? getBalance(client, { address: of })
        : readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
    allowed: ({ symbol, spender, owner = account }) => {
      const args = [owner, spender] as const
      return readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'allowance', args })
    },
    send,
    stop: () => chain.stop(),
  }
}

/** Sets the time at which Uniswap's pools were last swapped with, and the price that they noted before. */
async function pretendSwapsNow(client: Client): Promise<{ readonly timestamp: bigint }> {
  const { timestamp } = await getBlock(client)
  const anvil = createTestClient({ mode: 'anvil', transport: custom(client) })
  const logs = await getLogs(client, { events: poolsMade, fromBlock: 'earliest', strict: true })
  for (const log of logs) {
    const address = log.eventName === 'PairCreated' ? log.args.pair : log.args.pool
    const read = await getStorageAt(client, { address, slot: numberToHex(8) })
    const now = numberToHex(timestamp, { size: 4 })
    const noted = slice(read ?? expect.fail(`${address} has no pool.`), 0)
    if (log.eventName === 'PoolCreated') {
      await anvil.setStorageAt({ address, index: 8, value: concat([slice(noted, 0, 28), now]) })
    } else {
      await anvil.setStorageAt({ address, index: 8, value: concat([now, slice(noted, 4)]) })
      for (const index of [9, 10]) await anvil.setStorageAt({ address, index, value: zeroHash })
    }
  }
  return { timestamp }
}

interface Fill extends Pick<OpenMarket, 'market' | 'account' | 'ask'> {
  strange: Address
  fyr: Address
  write: Actor['write']
}

/** Gives the account some of everything, and STR its pool. */
async function fill({ market, account, strange, fyr, ask, write }: Fill): Promise<void> {
  for (const [symbol, amount] of [
    ['DUSD', parseUnits('1000000', 6)],
    ['FYR', parseEther('2000000')],
    ['WBTC', parseUnits('100', 8)],
    ['STR', parseEther('2000000')],
  ] as const) {
    await ask({ symbol, functionName: 'mint', args: [account, amount] })
  }
  const deposit = { abi: parseAbi(['function deposit() payable']), functionName: 'deposit', args: [] }
  await write({ address: market.weth, ...deposit, value: parseEther('100') })
  const half = parseEther('1000000')
  for (const symbol of ['STR', 'FYR']) await ask({ symbol, functionName: 'approve', args: [market.router, half] })
  const liquidity = [strange, fyr, half, half, 0n, 0n, account, 2n ** 64n]
  await write({ address: market.router, abi: routerAbi, functionName: 'addLiquidity', args: liquidity })
}
