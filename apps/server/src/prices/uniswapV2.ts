import type { UniswapV2Config } from '../chains/chain.js'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { contractCall, readWords, wordToAddress } from '../chains/contractCall.js'

/** How many decimals a price has. */
export const priceDecimals = 18

/** US dollars for one whole token, times 10^18; by token address in lower case. A token without a pool isn't there. */
export type Prices = ReadonlyMap<string, bigint>

export interface PricedToken {
  readonly address: string
  readonly decimals: number
}

/** Which of the pools a token's price comes through. */
interface Route {
  readonly token: PricedToken
  readonly against: PricedToken
}

const wethDecimals = 18

/**
 * Reads prices off a Uniswap V2: of a token from its pool with the stable coin, else from its pool with WETH. The stable
 * coin is taken as one dollar. This is what a swap of a very small amount would give; on a thin pool anyone can move it,
 * so it serves to show a value and nothing else.
 * @throws UpstreamError when the network doesn't answer
 */
export async function uniswapV2Prices({
  chain,
  market,
  tokens,
  signal,
}: {
  chain: Chain
  market: UniswapV2Config
  tokens: readonly PricedToken[]
  signal: AbortSignal
}): Promise<Prices> {
  const stable = normal(market.stable)
  const weth = normal({ address: market.weth, decimals: wethDecimals })
  const others = tokens.map(normal).filter(({ address }) => address !== stable.address && address !== weth.address)
  const routes: readonly Route[] = [
    { token: weth, against: stable },
    ...others.flatMap((token) => [
      { token, against: stable },
      { token, against: weth },
    ]),
  ]
  const pairs = await findPairs({ chain, factory: market.factory, routes, signal })
  const ratios = await readRatios({ chain, pairs, signal })
  const prices = new Map<string, bigint>([[stable.address, 10n ** BigInt(priceDecimals)]])
  for (const { token, against, ratio } of ratios) {
    const unit = prices.get(against.address)
    // In the order of the routes: a price in the stable coin comes before one by way of WETH, and stays.
    if (unit !== undefined && !prices.has(token.address)) prices.set(token.address, (ratio * unit) / one)
  }
  return prices
}

const one = 10n ** BigInt(priceDecimals)
const normal = ({ address, decimals }: PricedToken): PricedToken => ({ address: address.toLowerCase(), decimals })

type Pair = Route & { readonly pair: string }

interface FindPairs {
  chain: Chain
  factory: string
  routes: readonly Route[]
  signal: AbortSignal
}

async function findPairs({ chain, factory, routes, signal }: FindPairs): Promise<readonly Pair[]> {
  const getPair = '0xe6a43905' // getPair(address,address)
  const calls = routes.map(({ token, against }) =>
    contractCall({ to: factory, selector: getPair, addresses: [token.address, against.address] }),
  )
  const outcomes = await chain.request({ calls, signal })
  return routes.flatMap((route, index) => {
    const word = readWords({ outcome: outcomes[index], count: 1 })?.[0] ?? 0n
    return word === 0n ? [] : [{ ...route, pair: wordToAddress(word) }]
  })
}

/** How much of the other coin one whole token is, times 10^18. */
type Ratio = Route & { readonly ratio: bigint }

async function readRatios({ chain, pairs, signal }: { chain: Chain; pairs: readonly Pair[]; signal: AbortSignal }) {
  if (pairs.length === 0) return []
  const getReserves = '0x0902f1ac' // getReserves()
  const calls = pairs.map(({ pair }) => contractCall({ to: pair, selector: getReserves, addresses: [] }))
  const outcomes = await chain.request({ calls, signal })
  return pairs.flatMap((pair, index) => ratioOf({ pair, outcome: outcomes[index] }) ?? [])
}

function ratioOf({ pair, outcome }: { pair: Pair; outcome: RpcOutcome | undefined }): Ratio | undefined {
  const { token, against } = pair
  const [reserve0 = 0n, reserve1 = 0n] = readWords({ outcome, count: 2 }) ?? []
  if (reserve0 === 0n || reserve1 === 0n) return undefined
  // A pair keeps its two tokens in the order of their addresses.
  const [own, other] = token.address < against.address ? [reserve0, reserve1] : [reserve1, reserve0]
  const ratio = (other * 10n ** BigInt(token.decimals) * one) / (own * 10n ** BigInt(against.decimals))
  return { token, against, ratio }
}
