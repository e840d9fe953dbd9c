import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { Couple } from './market.js'
import { type Pool, poolPrices, rateOfPool } from './poolPrices.js'
import type { PriceSource } from './priceSource.js'
import type { Rate } from './widestPrices.js'

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])

/**
 * Reads prices off the reserves of a Uniswap V2's pools, against the configured stable coin, which is taken as one dollar.
 * This is what a swap of a very small amount would give; on a thin pool anyone can move it, so thin ones don't count, and
 * it serves to show a value and nothing else.
 */
export const uniswapV2: PriceSource = poolPrices({
  name: 'uniswapV2',
  marketOf: ({ uniswapV2: market }) => market,
  questionsOf: ({ couple }) => [pairOf(couple)],
  readRates,
})

function pairOf({ token, against }: Couple): Hex {
  const args = [getAddress(token.address), getAddress(against.address)] as const
  return encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args })
}

async function readRates({ chain, pools, signal }: { chain: Chain; pools: readonly Pool[]; signal: AbortSignal }) {
  const data = encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' })
  const reads = pools.map(({ pool }) => ({ kind: 'call', to: pool, data }) as const)
  const answers = await readContracts({ chain, reads, signal })
  return pools.flatMap((pool, index) => rateOf({ pool, answer: answers[index] ?? '0x' }) ?? [])
}

function rateOf({ pool: { token, against }, answer }: { pool: Pool; answer: Hex }): Rate | null {
  if (answer.length !== 2 + 3 * 64) return null
  const [reserve0, reserve1] = decodeFunctionResult({ abi: pairAbi, functionName: 'getReserves', data: answer })
  // A pair keeps its two tokens in the order of their addresses.
  const [own, other] = token.address < against.address ? [reserve0, reserve1] : [reserve1, reserve0]
  return rateOfPool({ token, against, own, other, depth: other })
}
