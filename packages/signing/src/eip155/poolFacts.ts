import type { Fact, PricedAmount, Words } from '@foyer/core/words'
import { nameOf, type ReadToken } from '../contracts/tokens.js'
import { words } from '../sentences.js'

/** A position that is opened in a pool. */
export interface Position {
  readonly tokens: readonly ReadToken[]
  /** At most. */
  readonly amounts: readonly [bigint, bigint]
  readonly least: readonly [bigint, bigint]
  /** In millionths, where its data names it. */
  readonly fee?: number | undefined
  /** The range of prices, where it has one. */
  readonly ticks?: readonly [number, number] | undefined
}

/** Returns the facts of a pool that something is put into: which it is, and at which prices. */
export function poolFacts({ tokens, amounts, least, fee, ticks }: Position): readonly Fact[] {
  const [token, other] = tokens
  if (!token || !other) return []
  const [a, b] = amounts
  return [
    {
      ...{
        label: words('request.pool'),
        value: words('request.poolOf', { token: nameOf(token), other: nameOf(other) }),
      },
      pooled: {
        ...{ units: [unitOf(token), unitOf(other)], ticks },
        amounts: [amounts, [least[0], b], [a, least[1]]],
      },
    },
    ...(fee === undefined ? [] : [{ label: words('request.poolFee'), value: `${fee / 10_000} %` }]),
    ...(ticks ? [{ label: words('request.priceRange'), value: rangeOf(ticks, [token, other]) }] : []),
  ]
}

/** Of an amount that isn't put in nothing is known but its price. */
const unitOf = ({ address, decimals, isListed, isCoin, isNft }: ReadToken): PricedAmount | undefined =>
  isListed && !isNft && decimals !== undefined
    ? { contract: isCoin ? undefined : address, amount: 10n ** BigInt(decimals), decimals }
    : undefined

/** From here on a range has no end that is a price. */
const endless = 800_000

/** Returns the prices between two ticks, of the token of which one is worth more. */
function rangeOf([lower, upper]: readonly [number, number], [token, other]: readonly [ReadToken, ReadToken]): Words {
  if (lower <= -endless && upper >= endless) return words('request.anyPrice')
  if (token.decimals === undefined || other.decimals === undefined)
    return words('request.ticks', { lower: `${lower}`, upper: `${upper}` })
  const whole = token.decimals - other.decimals
  const [low, high] = [lower, upper].map((tick) => tick * Math.log10(1.0001) + whole)
  const isTurned = (low ?? 0) + (high ?? 0) < 0
  const ends = isTurned ? [-(high ?? 0), -(low ?? 0)] : [low ?? 0, high ?? 0]
  const [from = '', to = ''] = ends.map((power) => written(10 ** power))
  const [one, another] = isTurned ? [other, token] : [token, other]
  return words('request.priceBetween', { lower: from, upper: to, token: nameOf(one), other: nameOf(another) })
}

const written = (price: number): string =>
  price.toLocaleString('en', { maximumSignificantDigits: 5, useGrouping: false })
