import { oneDollar, type PriceList } from './priceSource.js'

/** What a pool says of a token: its rate in another, and how much of that other lies there. Keys are those of tokens. */
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

interface Best {
  readonly price: bigint
  /** the shallowest pool on the way, in US dollars times 10^18; null for no pool at all */
  readonly width: bigint | null
}

const mostHops = 3

/**
 * Prices each token by the way to the stable coin, over three pools at most, whose shallowest pool is the deepest: where
 * moving the price would cost the most.
 */
export function widestPrices({ rates, stable, minimumDepth }: WidestPricesParameters): PriceList {
  let best = new Map<string, Best>([[stable, { price: oneDollar, width: null }]])
  for (let hop = 0; hop < mostHops; hop += 1) best = oneHopFurther({ best, rates, minimumDepth })
  return new Map([...best].map(([token, { price }]) => [token, price]))
}

function oneHopFurther({
  best,
  rates,
  minimumDepth,
}: {
  best: ReadonlyMap<string, Best>
  rates: readonly Rate[]
  minimumDepth: bigint
}): Map<string, Best> {
  const further = new Map(best)
  for (const { token, against, numerator, denominator, depth, depthDecimals } of rates) {
    const base = best.get(against)
    if (base === undefined || denominator === 0n) continue
    const worth = (depth * base.price) / 10n ** BigInt(depthDecimals)
    const price = (base.price * numerator) / denominator
    if (worth < minimumDepth || price === 0n) continue
    const width = base.width === null || worth < base.width ? worth : base.width
    const known = further.get(token)
    if (known === undefined || (known.width !== null && width > known.width)) further.set(token, { price, width })
  }
  return further
}
