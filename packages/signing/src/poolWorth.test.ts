import type { PricedAmount, Worth } from '@foyer/core/words'
import { describe, expect, test } from 'vitest'
import { judgedPool } from './poolWorth.js'

// At which price something is put into a pool, rule by rule, each where it holds and where it stops.

const cheap: PricedAmount = { contract: '0xusd', amount: 10n ** 6n, decimals: 6 }
const dear: PricedAmount = { contract: '0xweth', amount: 10n ** 18n, decimals: 18 }
const worth = (dollars: number): Worth => ({ shown: '$', usd: BigInt(dollars) * 10n ** 18n })
const both = new Map([
  [cheap, worth(1)],
  [dear, worth(3_000)],
])
const none = new Map<PricedAmount, Worth>()
const one = new Map([[cheap, worth(1)]])

/** The tick at which one of the second costs so many of the first, of tokens with 6 and 18 decimals. */
const tickAt = (price: number) => Math.round(Math.log(10 ** 12 / price) / Math.log(1.0001))
const between = (from: number, to: number) => [tickAt(to), tickAt(from)] as const
const dollars = (count: number) => BigInt(count * 10 ** 6)
const ether = (count: number) => BigInt(Math.round(count * 10 ** 6)) * 10n ** 12n

const judged = (
  amounts: readonly [bigint, bigint],
  ticks?: readonly [number, number],
  { worths = both, more = [] }: { worths?: ReadonlyMap<PricedAmount, Worth>; more?: readonly [bigint, bigint][] } = {},
) => judgedPool({ units: [cheap, dear], amounts: [amounts, ...more], ticks }, worths)

describe('[F13] what is put into a pool keeps its worth at the market’s price', () => {
  test.each([
    ['as much of both', judged([dollars(3_000), ether(1)]), 'fair'],
    ['twice as much of one', judged([dollars(3_000), ether(0.5)]), 'fair'],
    ['a tenth of the other', judged([dollars(3_000), ether(0.1)]), 'far'],
    ['next to nothing of the other', judged([dollars(3_000), 10n ** 6n]), 'far'],
    ['nothing of the other', judged([dollars(3_000), 0n]), 'far'],
    [
      'as little of one as it may be',
      judged([dollars(3_000), ether(1)], undefined, { more: [[dollars(150), ether(1)]] }),
      'far',
    ],
    ['around the market’s price', judged([dollars(3_000), ether(1)], between(2_500, 3_500)), 'fair'],
    ['of one token, which buys below that price', judged([dollars(400), 0n], between(2_000, 2_900)), 'fair'],
    ['of one token, which buys above it', judged([dollars(400), 0n], between(5_000, 6_000)), 'far'],
    ['of one token, which buys at any price', judged([dollars(400), 0n], between(10 ** 9, 10 ** 10)), 'far'],
    ['of the other, which is sold above that price', judged([0n, ether(1)], between(3_100, 3_500)), 'fair'],
    ['of the other, which is sold below it', judged([0n, ether(1)], between(1, 2)), 'far'],
    ['of both, at other prices', judged([dollars(3_000), ether(1)], between(100_000, 200_000)), 'far'],
    ['in a range that ends before it begins', judged([dollars(400), 0n], [60, 0]), 'far'],
    ['of one token without prices', judged([dollars(400), 0n], between(2_000, 2_900), { worths: none }), 'unknown'],
    ['of both without prices', judged([dollars(400), ether(1)], undefined, { worths: none }), 'unknown'],
    ['of both where one has a price', judged([dollars(400), ether(1)], undefined, { worths: one }), 'unknown'],
    ['of one where that has a price', judged([dollars(400), 0n], [0, 60], { worths: one }), 'unknown'],
    [
      'beside a token that isn’t listed',
      judgedPool({ units: [cheap, undefined], amounts: [[dollars(400), ether(1)]] }, both),
      'unknown',
    ],
  ])('%s', (_, is, wanted) => expect(is).toBe(wanted))
})
