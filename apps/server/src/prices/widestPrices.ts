import { type Address, decodeAbiParameters, getAddress, type Hex, zeroAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import type { Couple } from './market.js'
import { type DeepPrice, type DeepPriceList, oneDollar } from './priceSource.js'

/** A pool's price of a token: its rate in another, and the pool's reserve of that other. Keys are those of tokens. */
export interface Rate {
  readonly token: string
  readonly against: string
  /** whole tokens of `against` for one whole token, as a fraction, so that nothing is lost on the way */
  readonly numerator: bigint
  readonly denominator: bigint
  /** in the smallest unit */
  readonly depth: bigint
  /** the decimals of `against` */
  readonly depthDecimals: number
}

export interface WidestPricesParameters {
  rates: readonly Rate[]
  /** what is worth one dollar */
  stable: string
  /** how much must lie on the far side of a pool for it to count, in US dollars times 10^18 */
  minimumDepth: bigint
}

const mostHops = 3

/**
 * Prices each token by the way to the stable coin, over three pools at most, whose shallowest pool is the deepest: where
 * moving the price would cost the most. That pool is how deep the price is; the stable coin's own has no pool to be bound by.
 */
export function widestPrices({ rates, stable, minimumDepth }: WidestPricesParameters): DeepPriceList {
  let best: DeepPriceList = new Map([[stable, { price: oneDollar, depth: null }]])
  for (let hop = 0; hop < mostHops; hop += 1) best = oneHopFurther({ best, rates, minimumDepth })
  return best
}

function oneHopFurther(request: { best: DeepPriceList; rates: readonly Rate[]; minimumDepth: bigint }): DeepPriceList {
  const { best, rates, minimumDepth } = request
  const further = new Map<string, DeepPrice>(best)
  for (const { token, against, numerator, denominator, depth, depthDecimals } of rates) {
    const base = best.get(against)
    if (base === undefined || denominator === 0n) continue
    const worth = (depth * base.price) / 10n ** BigInt(depthDecimals)
    const price = (base.price * numerator) / denominator
    if (worth < minimumDepth || price === 0n) continue
    const narrowest = base.depth === null || worth < base.depth ? worth : base.depth
    const known = further.get(token)
    if (known === undefined || (known.depth !== null && narrowest > known.depth)) {
      further.set(token, { price, depth: narrowest })
    }
  }
  return further
}

/** A couple's pool. */
export type Pool = Couple & { readonly pool: Address }

export interface FindPools {
  chain: Chain
  factory: string
  /** what the factory is asked for each couple: a call that gives an address, the zero address for no pool */
  questions: readonly { readonly couple: Couple; readonly data: Hex }[]
  signal: AbortSignal
}

/**
 * Reads a factory's pools in one call; pools that don't exist are left out.
 * @throws UpstreamError when the network doesn't answer
 */
export async function findPools({ chain, factory, questions, signal }: FindPools): Promise<readonly Pool[]> {
  const to = getAddress(factory)
  const reads = questions.map(({ data }) => ({ kind: 'call', to, data }) as const)
  const answers = await readContracts({ chain, reads, signal })
  return questions.flatMap(({ couple }, index) => {
    const answer = answers[index] ?? '0x'
    if (answer.length !== 66) return []
    const [pool] = decodeAbiParameters([{ type: 'address' }], answer)
    return pool === zeroAddress ? [] : [{ ...couple, pool }]
  })
}
