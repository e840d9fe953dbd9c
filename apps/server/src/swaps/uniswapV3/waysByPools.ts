import { type Address, encodePacked, type Hex } from 'viem'
import { candidatePaths, type Path } from '../candidatePaths.js'
import type { Pool } from '../venue.js'

/** Fees that pools take, in hundredths of a basis point: those that a factory has from the start. */
export const feeTiers = [100, 500, 3_000, 10_000] as const
export type FeeTier = (typeof feeTiers)[number]

/** A pool of two tokens, in the order of their addresses, and how it stands. */
export interface TieredPool {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  readonly fee: FeeTier
  readonly liquidity: bigint
  /** the root of the price of the first token in the second, times 2^96 */
  readonly sqrtPriceX96: bigint
}

/** A way to go, and the pools on it. */
export interface Way {
  readonly path: Path
  readonly pools: readonly Pool[]
  /** as the contracts take it: token, fee, token, fee, token */
  readonly encoded: Hex
}

/** The most ways that are asked about: each is a swap that the node tries. */
const mostWays = 60

/** The ways of one to three hops for which there are pools: of one hop by every pool, of more by the deepest of each two tokens. */
export function waysByPools(request: {
  from: Address
  to: Address
  connectors: readonly Address[]
  pools: readonly TieredPool[]
}): readonly Way[] {
  const { from, to, connectors, pools } = request
  const between = (one: Address, other: Address) =>
    pools
      .filter(({ token0, token1 }) => (token0 === one && token1 === other) || (token0 === other && token1 === one))
      .sort((first, second) => (first.liquidity > second.liquidity ? -1 : 1))
  const ways = candidatePaths({ from, to, connectors }).flatMap((path): readonly Way[] => {
    if (path.length === 2) return between(from, to).map((pool) => wayOf({ path, hops: [pool] }))
    const hops = path.slice(1).flatMap((token, index) => between(path[index] ?? from, token).slice(0, 1))
    return hops.length === path.length - 1 ? [wayOf({ path, hops })] : []
  })
  return ways.slice(0, mostWays)
}

function wayOf({ path, hops }: { path: Path; hops: readonly TieredPool[] }): Way {
  const [start, ...rest] = path
  if (start === undefined) throw new TypeError('A way starts somewhere.')
  const types = ['address', ...hops.flatMap(() => ['uint24', 'address'])]
  const values = [start, ...hops.flatMap(({ fee }, index) => [fee, rest[index]])]
  return {
    path,
    encoded: encodePacked(types, values),
    pools: hops.map((hop, index) => poolOf({ hop, tokenIn: path[index] })),
  }
}

/** Its price as two numbers: the square of the root, to be divided by 2^192, or the other way round. */
function poolOf({ hop, tokenIn }: { hop: TieredPool; tokenIn: Address | undefined }): Pool {
  const [amount0, amount1] = [2n ** 192n, hop.sqrtPriceX96 ** 2n]
  return tokenIn === hop.token0
    ? { address: hop.address, reserveIn: amount0, reserveOut: amount1 }
    : { address: hop.address, reserveIn: amount1, reserveOut: amount0 }
}
