import { decodeFunctionResult, encodeFunctionData, erc20Abi, getAddress, type Hex, parseAbi } from 'viem'
import type { Chain } from '../chains/chains.js'
import { type Read, readContracts } from '../contracts/readContracts.js'
import type { Couple } from './market.js'
import { type Pool, poolPrices, rateOfPool } from './poolPrices.js'
import type { PriceSource } from './priceSource.js'
import type { Rate } from './widestPrices.js'

const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const poolAbi = parseAbi(['function observe(uint32[]) view returns (int56[], uint160[])'])

/** The fee tiers that a factory has from the start, in hundredths of a basis point. */
const usualFees = [100, 500, 3_000, 10_000]
const usualTwapSeconds = 600

/**
 * Reads prices off a Uniswap V3's pools: the mean over some minutes, which one block's trade can't move much. How deep a
 * pool is, is what it holds of the other coin. A pool that doesn't remember that long isn't believed.
 */
export const uniswapV3: PriceSource = poolPrices({
  name: 'uniswapV3',
  marketOf: ({ uniswapV3: market }) => market,
  questionsOf: ({ couple, market: { fees = usualFees } }) => fees.map((fee) => poolOf({ couple, fee })),
  readRates: ({ market: { twapSeconds = usualTwapSeconds }, ...request }) => readRates({ ...request, twapSeconds }),
})

function poolOf({ couple: { token, against }, fee }: { couple: Couple; fee: number }): Hex {
  const args = [getAddress(token.address), getAddress(against.address), fee] as const
  return encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args })
}

interface ReadRates {
  chain: Chain
  pools: readonly Pool[]
  twapSeconds: number
  signal: AbortSignal
}

async function readRates({ chain, pools, twapSeconds, signal }: ReadRates): Promise<readonly Rate[]> {
  const observe = encodeFunctionData({ abi: poolAbi, functionName: 'observe', args: [[twapSeconds, 0]] })
  const reads = pools.flatMap(({ pool, against }): readonly Read[] => {
    const held = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [pool] })
    return [
      { kind: 'call', to: pool, data: observe },
      { kind: 'call', to: getAddress(against.address), data: held },
    ]
  })
  const answers = await readContracts({ chain, reads, signal })
  return pools.flatMap((pool, index) => {
    const [observed, held] = [answers[2 * index] ?? '0x', answers[2 * index + 1] ?? '0x']
    return rateOf({ pool, observed, held, twapSeconds }) ?? []
  })
}

function rateOf(request: { pool: Pool; observed: Hex; held: Hex; twapSeconds: number }): Rate | null {
  const {
    pool: { token, against },
    observed,
    held,
    twapSeconds,
  } = request
  if (observed.length !== 2 + 8 * 64 || held.length !== 66) return null
  const [ticks] = decodeFunctionResult({ abi: poolAbi, functionName: 'observe', data: observed })
  const [before = 0n, after = 0n] = ticks
  // Divided as the pool's own library does: towards the lower tick.
  const passed = after - before
  const seconds = BigInt(twapSeconds)
  const tick = passed / seconds - (passed < 0n && passed % seconds !== 0n ? 1n : 0n)
  const ratio = ratioAtTick(tick)
  if (ratio === null) return null
  // The ratio is of token 1 for token 0, in smallest units; a pool keeps its two in the order of their addresses.
  const [more, less] = token.address < against.address ? [ratio, ratioOne] : [ratioOne, ratio]
  return rateOfPool({ token, against, own: less, other: more, depth: BigInt(held) })
}

/** A ratio of one: ratios are multiples of 2^-192. */
const fraction = 192n
export const ratioOne: bigint = 1n << fraction

/** The furthest ticks of a Uniswap V3 pool. */
const furthest = 887_272n

/**
 * The ratio of a tick: 1.0001 to its power, times 2^192, exact to some 50 digits.
 * @returns null for a tick that no pool has
 * @see Uniswap V3 whitepaper, 6.1
 */
export function ratioAtTick(tick: bigint): bigint | null {
  const power = tick < 0n ? -tick : tick
  if (power > furthest) return null
  let ratio = ratioOne
  let square = (ratioOne * 10_001n) / 10_000n
  for (let bits = power; bits > 0n; bits >>= 1n) {
    if (bits & 1n) ratio = (ratio * square) >> fraction
    square = (square * square) >> fraction
  }
  return tick < 0n ? (ratioOne * ratioOne) / ratio : ratio
}
