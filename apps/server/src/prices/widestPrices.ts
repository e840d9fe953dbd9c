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
