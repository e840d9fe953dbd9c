import {
  type Abi,
  type Address,
  concat,
  createClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseUnits,
  zeroAddress,
} from 'viem'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'
import { wethAbi } from './contracts.js'
import type { LocalToken, Market } from './deploy.js'
import { DeployError } from './errors.js'
import { sendUnlocked, type UnlockedTransaction } from './sendUnlocked.js'
import type { TokenSymbol } from './tokens.js'

/** A Uniswap V3 with pools, by its contracts. */
export interface UniswapV3 {
  readonly factory: Address
  /** SwapRouter02 */
  readonly router: Address
  /** QuoterV2 */
  readonly quoter: Address
}

const positionsAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])
const tokenAbi = parseAbi(['function mint(address to, uint256 amount)'])

const [, { address: giver }] = devAccounts

interface Side {
  readonly symbol: TokenSymbol
  readonly amount: string
}

/** One pool of each two tokens, but of the first two with two fees; those of three tokens are three hops apart. */
const pools: readonly { readonly fee: 500 | 3000; readonly sides: readonly [Side, Side] }[] = [
  {
    fee: 3000,
    sides: [
      { symbol: 'WETH', amount: '1000' },
      { symbol: 'DUSD', amount: '3000000' },
    ],
  },
  {
    fee: 500,
    sides: [
      { symbol: 'WETH', amount: '100' },
      { symbol: 'DUSD', amount: '300000' },
    ],
  },
  {
    fee: 3000,
    sides: [
      { symbol: 'FYR', amount: '2000000' },
      { symbol: 'DUSD', amount: '1000000' },
    ],
  },
  {
    fee: 3000,
    sides: [
      { symbol: 'WBTC', amount: '20' },
      { symbol: 'WETH', amount: '600' },
    ],
  },
]

/** The widest range of ticks that a pool of the fee takes: its liquidity is everywhere, as in a Uniswap V2. */
const widest = { 500: 887_270, 3000: 887_220 } as const

/**
 * Puts a Uniswap V3 with pools of the market's tokens on a development chain, for tests. It isn't part of the market: each call
 * deploys another.
 * @throws {@link DeployError}
 * @example
 * const { router, quoter } = await deployUniswapV3({ url: chain.url, market: await deployMarket({ url: chain.url }) })
 */
export async function deployUniswapV3({ url, market }: { url: string; market: Market }): Promise<UniswapV3> {
  const sender = openSender(url)
  const { positions, ...contracts } = await deployContracts({ sender, market })
  for (const pool of pools) await fillPool({ sender, market, positions, pool })
  return contracts
}

async function deployContracts({ sender, market }: { sender: Sender; market: Market }) {
  const { deploy } = sender
  const { weth } = market
  const factory = await deploy(
    'Uniswap V3 factory',
    '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  )
  const ofBoth = encodeAbiParameters(parseAbiParameters('address factory, address weth'), [factory, weth])
  const positions = await deploy(
    'Uniswap V3 positions',
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
    // Without pictures of the positions.
    concat([ofBoth, encodeAbiParameters(parseAbiParameters('address descriptor'), [zeroAddress])]),
  )
  const quoter = await deploy(
    'Uniswap V3 quoter',
    '@uniswap/swap-router-contracts/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
    ofBoth,
  )
  const router = await deploy(
    'Uniswap V3 router',
    '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
    encodeAbiParameters(parseAbiParameters('address factoryV2, address factoryV3, address positions, address weth'), [
      market.factory,
      factory,
      positions,
      weth,
    ]),
  )
  return { factory, positions, quoter, router }
}

interface FillPool {
  sender: Sender
  market: Market
  positions: Address
  pool: (typeof pools)[number]
}

async function fillPool({ sender, market, positions, pool: { fee, sides } }: FillPool): Promise<void> {
  const { call } = sender
  const [one, other] = [sideOf({ market, ...sides[0] }), sideOf({ market, ...sides[1] })]
  const [a, b] = one.address.toLowerCase() < other.address.toLowerCase() ? [one, other] : [other, one]
  for (const { symbol, address, amount } of [a, b]) {
    if (symbol === 'WETH') await call({ to: address, abi: wethAbi, functionName: 'deposit', value: amount })
    else await call({ to: address, abi: tokenAbi, functionName: 'mint', args: [giver, amount] })
    await call({ to: address, abi: erc20Abi, functionName: 'approve', args: [positions, amount] })
  }
  const start = [a.address, b.address, fee, sqrtPriceX96({ amount0: a.amount, amount1: b.amount })]
  await call({ to: positions, abi: positionsAbi, functionName: 'createAndInitializePoolIfNecessary', args: start })
  const position = {
    token0: a.address,
    token1: b.address,
    fee,
    tickLower: -widest[fee],
    tickUpper: widest[fee],
    amount0Desired: a.amount,
    amount1Desired: b.amount,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: giver,
    deadline: maxUint256,
  }
  await call({ to: positions, abi: positionsAbi, functionName: 'mint', args: [position] })
}

function sideOf({ market, symbol, amount }: Side & { market: Market }): LocalToken & { readonly amount: bigint } {
  const token = market.tokens.find((candidate) => candidate.symbol === symbol)
  if (token === undefined) throw new TypeError(`The market has no ${symbol}.`)
  return { ...token, amount: parseUnits(amount, token.decimals) }
}

/** A price as a pool keeps it: the root of what one unit of the first token is in the second, times 2^96. */
function sqrtPriceX96({ amount0, amount1 }: { amount0: bigint; amount1: bigint }): bigint {
  return squareRoot((amount1 << 192n) / amount0)
}

/** Rounded down, by Newton's method. */
function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (let next = (root + value / root) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

/** An estimate isn't: a pool that a second has gone by for writes more than it did when it was asked. */
const enoughGas = 10_000_000n

/** How to send as a development account, whose key the chain has. */
interface Sender {
  deploy(name: string, specifier: string, inputs?: Hex): Promise<Address>
  call(request: {
    to: Address
    abi: Abi
    functionName: string
    args?: readonly unknown[] | undefined
    value?: bigint | undefined
  }): Promise<void>
}

function openSender(url: string): Sender {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  const send = async (step: string, transaction: Omit<UnlockedTransaction, 'from'>) => {
    const failed = (cause: unknown) => new DeployError({ url, step, cause })
    const receipt = await sendUnlocked({ client, transaction: { from: giver, ...transaction } }).catch(
      (cause: unknown) => {
        throw failed(cause)
      },
    )
    if (receipt.status !== 'success') throw failed(receipt)
    return receipt
  }
  return {
    async deploy(name, specifier, inputs = '0x') {
      const { contractAddress } = await send(`deploy ${name}`, { data: concat([bytecodeOf(specifier), inputs]) })
      if (!contractAddress) throw new DeployError({ url, step: `deploy ${name}`, cause: null })
      return getAddress(contractAddress)
    },
    async call({ to, abi, functionName, args = [], value = 0n }) {
      const data = encodeFunctionData({ abi, functionName, args })
      await send(`call ${functionName}`, { to, data, value, gas: enoughGas })
    },
  }
}
