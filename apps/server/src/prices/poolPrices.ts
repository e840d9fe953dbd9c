import { type Address, decodeAbiParameters, getAddress, type Hex, zeroAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { readContracts } from '../contracts/readContracts.js'
import { type Couple, couplesOf, type Market, minimumDepthOf, pricesAsked } from './market.js'
import type { PriceSource } from './priceSource.js'
import { type Rate, widestPrices } from './widestPrices.js'

/** The parts that differ from one kind of exchange to another. */
export interface PoolPrices<Configured extends Market> {
  name: PriceSource['name']
  /** undefined for a network without one */
  marketOf(chain: Chain): Configured | undefined
  /** what the factory is asked for a couple: calls that give an address, the zero address for no pool */
  questionsOf(request: { couple: Couple; market: Configured }): readonly Hex[]
  readRates(request: {
    chain: Chain
    pools: readonly Pool[]
    market: Configured
    signal: AbortSignal
  }): Promise<readonly Rate[]>
}

/** Prices by the pools of an exchange, against the configured stable coin, which is taken as one dollar. */
export function poolPrices<Configured extends Market & { readonly factory: string }>(
  kind: PoolPrices<Configured>,
): PriceSource {
  return {
    name: kind.name,
    async of({ chain, tokens, signal }) {
      const market = kind.marketOf(chain)
      if (market === undefined) return new Map()
      const questions = couplesOf({ chain, market, tokens }).flatMap((couple) =>
        kind.questionsOf({ couple, market }).map((data) => ({ couple, data })),
      )
      const pools = await findPools({ chain, factory: market.factory, questions, signal })
      const rates = await kind.readRates({ chain, pools, market, signal })
      const stable = market.stable.address.toLowerCase()
      const prices = widestPrices({ rates, stable, minimumDepth: minimumDepthOf(market) })
      return pricesAsked({ chain, market, tokens, prices })
    },
  }
}

/** @param request.own - how much of the token stands against how much `other` */
export function rateOfPool(request: Couple & { own: bigint; other: bigint; depth: bigint }): Rate {
  const { token, against, own, other, depth } = request
  return {
    token: token.address,
    against: against.address,
    numerator: other * 10n ** BigInt(token.decimals),
    denominator: own * 10n ** BigInt(against.decimals),
    depth,
    depthDecimals: against.decimals,
  }
}

/** A couple's pool. */
export type Pool = Couple & { readonly pool: Address }

interface FindPools {
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
async function findPools({ chain, factory, questions, signal }: FindPools): Promise<readonly Pool[]> {
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
