import { type Address, decodeFunctionResult, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { UniswapV2Swaps } from '../../chains/swapsConfig.js'
import { addressOf, checksummedIn, decoded, readOf, wordOf } from '../../contracts/answers.js'
import { readContracts } from '../../contracts/readContracts.js'
import type { Path } from '../candidatePaths.js'
import { type Pool, VenueMisconfiguredError } from '../venue.js'

/** Of UniswapV2Router02, what is used. */
export const routerAbi = parseAbi([
  'function WETH() view returns (address)',
  'function factory() view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

export const factoryAbi = parseAbi(['function getPair(address tokenA, address tokenB) view returns (address pair)'])

export const pairAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
])

/** Of our own FeeRouter. */
export const feeRouterAbi = parseAbi([
  'function router() view returns (address)',
  'function feeBps() view returns (uint256)',
  'function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256 amountOut)',
  'function swapNativeForTokens(uint256 minAmountOut, address[] path, uint256 deadline) payable returns (uint256 amountOut)',
  'function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256 amountOut)',
])

/** Constants of a Uniswap V2 and the fee router in front of it. */
export interface Market {
  readonly weth: Address
  readonly factory: Address
  /** basis points; 0 without a fee router */
  readonly feeBps: number
}

interface ReadMarket {
  chain: Chain
  config: UniswapV2Swaps
  signal: AbortSignal
}

/** Asks the contracts what they are. @throws {@link VenueMisconfiguredError} · UpstreamError */
export async function readMarket({ chain, config, signal }: ReadMarket): Promise<Market> {
  const { router, feeRouter } = config
  const ofRouter = (functionName: 'WETH' | 'factory') => readOf({ to: router, abi: routerAbi, functionName })
  const ofFeeRouter = (functionName: 'router' | 'feeBps') =>
    feeRouter === undefined ? [] : [readOf({ to: feeRouter, abi: feeRouterAbi, functionName })]
  const reads = [ofRouter('WETH'), ofRouter('factory'), ...ofFeeRouter('router'), ...ofFeeRouter('feeBps')]
  const [wethData, factoryData, innerData, feeData] = await readContracts({ chain, reads, signal })
  const [weth, factory] = [checksummedIn(wethData), checksummedIn(factoryData)]
  if (weth === null || factory === null) throw new VenueMisconfiguredError({ fault: 'no_router' })
  if (feeRouter === undefined) return { weth, factory, feeBps: 0 }
  const [inner, feeBps] = [addressOf(innerData), wordOf(feeData)]
  if (inner === null || feeBps === null) throw new VenueMisconfiguredError({ fault: 'no_fee_router' })
  if (inner !== router.toLowerCase()) throw new VenueMisconfiguredError({ fault: 'fee_router_of_another' })
  // Its own limit; another contract that only looks like it must not take more.
  if (feeBps > 100n) throw new VenueMisconfiguredError({ fault: 'fee_too_high' })
  return { weth, factory, feeBps: Number(feeBps) }
}

/** Reads what the router gives for an amount by each way, in one question; null where it can't be swapped so. */
export async function readAmountsOut(request: {
  chain: Chain
  router: Address
  amount: bigint
  paths: readonly Path[]
  signal: AbortSignal
}): Promise<readonly (bigint | null)[]> {
  const { chain, router, amount, paths, signal } = request
  const reads = paths.map((path) =>
    readOf({ to: router, abi: routerAbi, functionName: 'getAmountsOut', args: [amount, path] }),
  )
  const answers = await readContracts({ chain, reads, signal })
  return answers.map((answer) => {
    const amounts = decoded(answer, (data) =>
      decodeFunctionResult({ abi: routerAbi, functionName: 'getAmountsOut', data }),
    )
    return amounts?.at(-1) ?? null
  })
}

/** The pools along a way, with what they hold. @returns null where one of them isn't there or is empty */
export async function readPools(request: {
  chain: Chain
  factory: Address
  path: Path
  signal: AbortSignal
}): Promise<readonly Pool[] | null> {
  const { chain, factory, path, signal } = request
  const hops = path.slice(1).map((tokenOut, index) => ({ tokenIn: path[index] ?? zeroAddress, tokenOut }))
  const found = await readContracts({
    chain,
    signal,
    reads: hops.map(({ tokenIn, tokenOut }) =>
      readOf({ to: factory, abi: factoryAbi, functionName: 'getPair', args: [tokenIn, tokenOut] }),
    ),
  })
  const addresses = found.map((answer) => checksummedIn(answer) ?? zeroAddress)
  if (addresses.includes(zeroAddress)) return null
  const held = await readContracts({
    chain,
    signal,
    reads: addresses.map((to) => readOf({ to, abi: pairAbi, functionName: 'getReserves' })),
  })
  const pools = hops.flatMap(({ tokenIn, tokenOut }, index): readonly Pool[] => {
    const reserves = decoded(held[index], (data) =>
      decodeFunctionResult({ abi: pairAbi, functionName: 'getReserves', data }),
    )
    const address = addresses[index]
    if (reserves === null || address === undefined || reserves[0] === 0n || reserves[1] === 0n) return []
    // A pair keeps its two tokens in the order of their addresses.
    const inOrder = tokenIn.toLowerCase() < tokenOut.toLowerCase()
    const [reserveIn, reserveOut] = inOrder ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]]
    return [{ address, reserveIn, reserveOut }]
  })
  return pools.length === hops.length ? pools : null
}
