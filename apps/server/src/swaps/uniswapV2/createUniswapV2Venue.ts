import { swapGasLimit } from '@foyer/core/wire'
import { type Address, encodeFunctionData, getAddress } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { UniswapV2Swaps } from '../../chains/swapsConfig.js'
import { bestWay, candidatePaths, type Path, priceImpactBps } from '../candidatePaths.js'
import type { Side } from '../side.js'
import { createTransferTaxes } from '../transferTax.js'
import { type SwapCall, type SwapRoute, type SwapTerms, type Venue, wholeBps } from '../venue.js'
import { feeRouterAbi, type Market, readAmountsOut, readMarket, readPools, routerAbi } from './market.js'

/** A Uniswap V2 router, with a FeeRouter in front of it where there is one. */
export function createUniswapV2Venue(parameters: { chain: Chain; config: UniswapV2Swaps; now: () => number }): Venue {
  const { chain, config, now } = parameters
  const router = getAddress(config.router)
  const feeRouter = config.feeRouter === undefined ? undefined : getAddress(config.feeRouter)
  const connectors = config.connectors.map((connector) => getAddress(connector))
  const taxes = createTransferTaxes({ chain, now })
  let known: Market | undefined
  const market = async (signal: AbortSignal) => {
    known ??= await readMarket({ chain, config, signal })
    return known
  }
  return {
    spender: feeRouter ?? router,
    wrappedNative: async ({ signal }) => (await market(signal)).weth,
    async route({ from, to, amount, signal }) {
      const { weth, factory, feeBps } = await market(signal)
      const fee = (amount * BigInt(feeBps)) / BigInt(wholeBps)
      const addressOf = (side: Side) => (side.kind === 'native' ? weth : side.address)
      const ways = candidatePaths({ from: addressOf(from), to: addressOf(to), connectors: [weth, ...connectors] })
      const amounts = await readAmountsOut({ chain, router, amount: amount - fee, paths: ways, signal })
      const best = bestWay({ ways, amounts })
      if (best === null) return null
      const { way: path, amountOut } = best
      const pools = await readPools({ chain, factory, path, signal })
      if (pools === null) return null
      const impact = priceImpactBps({ amountIn: amount - fee, amountOut, pools })
      if (impact > config.mostPriceImpactBps) return null
      if (await taxes.isTaxed({ path, pools, signal })) return null
      const plan = { from, to, amount, path }
      return {
        amountOut,
        isFixed: false,
        fee: { bps: feeBps, amount: fee },
        priceImpactBps: impact,
        gas: gasOf({ hops: pools.length, withFee: feeRouter !== undefined }),
        unseenGas: writingPrices * BigInt(pools.length),
        target: feeRouter ?? router,
        spender: from.kind === 'native' ? null : (feeRouter ?? router),
        call: (terms) =>
          feeRouter === undefined ? routerCall({ router, plan, terms }) : feeRouterCall({ feeRouter, plan, terms }),
      } satisfies SwapRoute
    },
  }
}

/** A pool's two sums of its price, where they were nothing before: a cold read and a first write of each (EIP-2929). */
const writingPrices = 2n * 22_100n

/**
 * Returns enough gas for pools that are first written to in a block and for tokens that take more gas than plain ones.
 * What isn't used isn't paid.
 */
function gasOf({ hops, withFee }: { hops: number; withFee: boolean }): bigint {
  return BigInt(swapGasLimit + 130_000 * hops + (withFee ? 150_000 : 0))
}

export interface SwapPlan {
  from: Side
  to: Side
  amount: bigint
  path: Path
}

/** The call of the router itself. */
export function routerCall({ router, plan, terms }: { router: Address; plan: SwapPlan; terms: SwapTerms }): SwapCall {
  const { from, to, amount, path } = plan
  const { account, minAmountOut, deadline } = terms
  if (from.kind === 'native') {
    const args = [minAmountOut, path, account, deadline] as const
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
    return { to: router, data, value: amount }
  }
  const args = [amount, minAmountOut, path, account, deadline] as const
  const functionName = to.kind === 'native' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return { to: router, data: encodeFunctionData({ abi: routerAbi, functionName, args }), value: 0n }
}

/** The call of the fee router, which pays its caller. */
export function feeRouterCall(request: { feeRouter: Address; plan: SwapPlan; terms: SwapTerms }): SwapCall {
  const { feeRouter, plan, terms } = request
  const { from, to, amount, path } = plan
  const { minAmountOut, deadline } = terms
  if (from.kind === 'native') {
    const args = [minAmountOut, path, deadline] as const
    const data = encodeFunctionData({ abi: feeRouterAbi, functionName: 'swapNativeForTokens', args })
    return { to: feeRouter, data, value: amount }
  }
  const args = [amount, minAmountOut, path, deadline] as const
  const functionName = to.kind === 'native' ? 'swapTokensForNative' : 'swapTokensForTokens'
  return { to: feeRouter, data: encodeFunctionData({ abi: feeRouterAbi, functionName, args }), value: 0n }
}
