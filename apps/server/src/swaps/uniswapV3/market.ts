import { type Address, decodeFunctionResult, type Hex, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { UniswapV3Swaps } from '../../chains/swapsConfig.js'
import { checksummedIn, decoded, readOf, wordOf } from '../../contracts/answers.js'
import { readContracts } from '../../contracts/readContracts.js'
import { VenueMisconfiguredError } from '../venue.js'
import { type FeeTier, feeTiers, type TieredPool } from './waysByPools.js'

/** Of SwapRouter02, what is used; QuoterV2 has the first two as well. */
export const routerAbi = parseAbi([
  'function WETH9() view returns (address)',
  'function factory() view returns (address)',
  'struct ExactInput { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInput params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
])

/** It says that it changes things, and takes them back before it answers: to be called, never to be sent. */
export const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

export const factoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address pool)',
])

export const poolAbi = parseAbi([
  'function liquidity() view returns (uint128)',
  // What follows differs from one copy to another.
  'function slot0() view returns (uint160 sqrtPriceX96)',
])

/** Constants of a Uniswap V3. */
export interface Market {
  readonly weth: Address
  readonly factory: Address
}

/** Asks the contracts what they are. @throws {@link VenueMisconfiguredError} · UpstreamError */
export async function readMarket(request: {
  chain: Chain
  config: UniswapV3Swaps
  signal: AbortSignal
}): Promise<Market> {
  const { chain, config, signal } = request
  const { router, quoter } = config
  const reads = [
    readOf({ to: router, abi: routerAbi, functionName: 'WETH9' }),
    readOf({ to: router, abi: routerAbi, functionName: 'factory' }),
    readOf({ to: quoter, abi: routerAbi, functionName: 'factory' }),
  ]
  const [wethData, factoryData, quotersData] = await readContracts({ chain, reads, signal })
  const [weth, factory, quoters] = [checksummedIn(wethData), checksummedIn(factoryData), checksummedIn(quotersData)]
  if (weth === null || factory === null) throw new VenueMisconfiguredError({ fault: 'no_router' })
  if (quoters === null) throw new VenueMisconfiguredError({ fault: 'no_quoter' })
  if (quoters !== factory) throw new VenueMisconfiguredError({ fault: 'quoter_of_another' })
  return { weth, factory }
}

/** The pools of any two of some tokens that hold something, of every fee. */
export async function readPools(request: {
  chain: Chain
  factory: Address
  tokens: readonly Address[]
  signal: AbortSignal
}): Promise<readonly TieredPool[]> {
  const { chain, factory, signal } = request
  const tokens = [...new Set(request.tokens)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const wanted = tokens.flatMap((token0, index) =>
    tokens.slice(index + 1).flatMap((token1) => feeTiers.map((fee: FeeTier) => ({ token0, token1, fee }))),
  )
  const found = await readContracts({
    chain,
    signal,
    reads: wanted.map(({ token0, token1, fee }) =>
      readOf({ to: factory, abi: factoryAbi, functionName: 'getPool', args: [token0, token1, fee] }),
    ),
  })
  const there = wanted.flatMap((pool, index) => {
    const address = checksummedIn(found[index])
    return address === null || address === zeroAddress ? [] : [{ ...pool, address }]
  })
  const states = await readContracts({
    chain,
    signal,
    reads: there.flatMap(({ address: to }) => [
      readOf({ to, abi: poolAbi, functionName: 'liquidity' }),
      readOf({ to, abi: poolAbi, functionName: 'slot0' }),
    ]),
  })
  return there.flatMap((pool, index): readonly TieredPool[] => {
    const [liquidity, sqrtPriceX96] = [wordOf(states[2 * index]), wordOf(states[2 * index + 1])]
    if (liquidity === null || sqrtPriceX96 === null || liquidity === 0n || sqrtPriceX96 === 0n) return []
    return [{ ...pool, liquidity, sqrtPriceX96 }]
  })
}

/** The amount that a way gives, and the gas that the swap itself takes. */
export interface Quoted {
  readonly amountOut: bigint
  readonly gas: bigint
}

/** Reads what the quoter gives for an amount by each way, in one question; null where it can't be swapped so. */
export async function readQuotes(request: {
  chain: Chain
  quoter: Address
  amount: bigint
  paths: readonly Hex[]
  signal: AbortSignal
}): Promise<readonly (Quoted | null)[]> {
  const { chain, quoter, amount, paths, signal } = request
  const reads = paths.map((path) =>
    readOf({ to: quoter, abi: quoterAbi, functionName: 'quoteExactInput', args: [path, amount] }),
  )
  const answers = await readContracts({ chain, reads, signal })
  return answers.map((answer) =>
    decoded(answer, (data) => {
      const [amountOut, , , gas] = decodeFunctionResult({ abi: quoterAbi, functionName: 'quoteExactInput', data })
      return { amountOut, gas }
    }),
  )
}
