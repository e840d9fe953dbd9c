import { swapGasLimit } from '@foyer/core/wire'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { UniswapV3Swaps } from '../../chains/swapsConfig.js'
import { bestWay, priceImpactBps } from '../candidatePaths.js'
import type { Side } from '../side.js'
import { createTransferTaxes } from '../transferTax.js'
import type { SwapCall, SwapRoute, SwapTerms, Venue } from '../venue.js'
import { type Market, readMarket, readPools, readQuotes, routerAbi } from './market.js'
import { waysByPools } from './waysByPools.js'

/** A Uniswap V3 by its SwapRouter02 and QuoterV2. Nothing is taken in front of it. */
export function createUniswapV3Venue(parameters: { chain: Chain; config: UniswapV3Swaps; now: () => number }): Venue {
  const { chain, config, now } = parameters
  const [router, quoter] = [getAddress(config.router), getAddress(config.quoter)]
  const taxes = createTransferTaxes({ chain, now })
  let known: Market | undefined
  const market = async (signal: AbortSignal) => {
    known ??= await readMarket({ chain, config, signal })
    return known
  }
  return {
    spender: router,
    wrappedNative: async ({ signal }) => (await market(signal)).weth,
    async route({ from, to, amount, signal }) {
      const { weth, factory } = await market(signal)
      const addressOf = (side: Side) => (side.kind === 'native' ? weth : side.address)
      const ends = { from: addressOf(from), to: addressOf(to) }
      const connectors = [weth, ...config.connectors.map((connector) => getAddress(connector))]
      const pools = await readPools({ chain, factory, tokens: [ends.from, ends.to, ...connectors], signal })
      const ways = waysByPools({ ...ends, connectors, pools })
      if (ways.length === 0) return null
      const quotes = await readQuotes({ chain, quoter, amount, paths: ways.map(({ encoded }) => encoded), signal })
      const best = bestWay({ ways, amounts: quotes.map((quote) => quote?.amountOut ?? null) })
      if (best === null) return null
      const { way, amountOut } = best
      const impact = priceImpactBps({ amountIn: amount, amountOut, pools: way.pools })
      if (impact > config.mostPriceImpactBps) return null
      if (await taxes.isTaxed({ ...way, signal })) return null
      return {
        amountOut,
        isFixed: false,
        fee: { bps: 0, amount: 0n },
        priceImpactBps: impact,
        gas: gasOf({ inPools: quotes[ways.indexOf(way)]?.gas ?? 0n }),
        unseenGas: writingObservation * BigInt(way.pools.length),
        target: router,
        spender: from.kind === 'native' ? null : router,
        call: (terms) => swapCall({ router, from, to, amount, path: way.encoded, terms }),
      } satisfies SwapRoute
    },
  }
}

/** A pool's observation, for which there is a place: a cold read and a write of what isn't nothing (EIP-2929). */
const writingObservation = 5_000n

/** Twice what the quoter used, as a price that moves makes the swap cross more of the pools' steps. */
const gasOf = ({ inPools }: { inPools: bigint }): bigint => BigInt(swapGasLimit) + 2n * inPools

/** The address that stands for the router itself, as a recipient. */
const routerItself: Address = '0x0000000000000000000000000000000000000002'

/**
 * The call of a SwapRouter02. It wraps what is sent along, and what is to come out as the network's own coin goes through it in
 * the same transaction, which also has the deadline.
 */
export function swapCall(request: {
  router: Address
  from: Side
  to: Side
  amount: bigint
  path: Hex
  terms: SwapTerms
}): SwapCall {
  const { router, from, to, amount, path, terms } = request
  const { account, minAmountOut, deadline } = terms
  const recipient = to.kind === 'native' ? routerItself : account
  const swap = { path, recipient, amountIn: amount, amountOutMinimum: minAmountOut }
  const calls = [encodeFunctionData({ abi: routerAbi, functionName: 'exactInput', args: [swap] })]
  if (to.kind === 'native') {
    calls.push(encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minAmountOut, account] }))
  }
  return {
    to: router,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] }),
    value: from.kind === 'native' ? amount : 0n,
  }
}
