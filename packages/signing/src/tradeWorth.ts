import type { Fact, RequestSentence, ShownRequest, Words } from '@foyer/core/words'
import { judgedPool } from './poolWorth.js'
import { words } from './sentences.js'
import type { Worths } from './worths.js'

/** An exchange in one, by itself. */
interface Trade {
  readonly gives: readonly Fact[]
  readonly gets: readonly Fact[]
  /** A simulation saw it, and it rests on no contract's word. */
  readonly isSeen: boolean
}

/** From each of these on, facts are of something by itself. */
const parts: readonly RequestSentence[] = ['request.order', 'request.step', 'request.stepRefused', 'request.inside']

/** Already said: it may be next to nothing, or less than was seen. */
const little: readonly RequestSentence[] = [
  ...(['request.warn.noLeast', 'request.warn.leastFar', 'request.warn.orderForNothing'] as const),
]

/**
 * Says of an exchange that what comes is worth far less than what is given, which takes a step of its own; or that this couldn't be found out, where one side has a
 * known worth and the other hasn't. What nothing prices on either side is of a network without prices.
 */
export function judgeWorth(
  { facts, warnings }: Pick<ShownRequest, 'facts' | 'warnings'>,
  worths: Worths,
): { readonly warnings: readonly Words[]; readonly isDeliberate: boolean } {
  const said = warnings.some(({ name }) => little.includes(name))
  const isMade = warnings.some(({ name }) => name === 'request.warn.described')
  const trades = said ? [] : [...tradesIn(facts), ...(isMade ? madeTradesIn(facts, worths) : [])]
  const all = trades.map((trade) => judged(trade, worths))
  const pools = (said ? [] : facts).flatMap(({ pooled }) => (pooled ? [judgedPool(pooled, worths)] : []))
  if ([...all, ...pools].includes('far')) return { warnings: [words('request.warn.worthFar')], isDeliberate: true }
  if (pools.includes('unknown')) return { warnings: [words('request.warn.poolPrice')], isDeliberate: true }
  return { warnings: all.includes('open') ? [words('request.warn.worthOpen')] : [], isDeliberate: false }
}

function tradesIn(facts: readonly Fact[]): readonly Trade[] {
  const of = (some: readonly Fact[], ...labels: readonly RequestSentence[]) =>
    some.filter(({ label }) => labels.includes(label.name))
  // What is given to somebody by name is no part of an exchange.
  const isGift = (fact: Fact) => facts[facts.indexOf(fact) + 1]?.label.name === 'request.to'
  const isPromised = of(facts, 'request.promised').length > 0
  const hasGifts = of(facts, 'request.give', 'request.amount').some(isGift)
  const simulated = {
    ...{ gives: of(facts, 'request.simulatedLeaves'), gets: of(facts, 'request.simulatedComes'), isSeen: true },
  }
  const [isSimulated, counts] = [simulated.gets.length > 0, isPromised || !hasGifts]
  const read = sectionsOf(facts).map((some) => ({
    gives: of(some, 'request.give', 'request.giveAtMost').filter((fact) => !isGift(fact)),
    gets: of(some, 'request.get', 'request.getAtLeast').filter((fact) => !isPoolShare(fact)),
    isSeen: isSimulated && of(some, 'request.getAtLeast').every(({ priced }) => priced !== undefined),
  }))
  return [...read, ...(counts ? [simulated] : [])].filter(({ gives, gets }) => gives.length > 0 && gets.length > 0)
}

/**
 * In a contract's makers' words nothing tells what is given from what comes: of tokens whose worths are known, the one that most of it is of is taken as given
 * for all others.
 */
function madeTradesIn(facts: readonly Fact[], worths: Worths): readonly Trade[] {
  return sectionsOf(facts).flatMap((some) => {
    const sums = new Map<string | undefined, { readonly facts: readonly Fact[]; readonly usd: bigint }>()
    for (const fact of some.filter(({ label }) => label.name === 'request.asWritten')) {
      const usd = worths.get(fact)?.usd
      if (!fact.priced || usd === undefined) continue
      const sum = sums.get(fact.priced.contract) ?? { facts: [], usd: 0n }
      sums.set(fact.priced.contract, { facts: [...sum.facts, fact], usd: sum.usd + usd })
    }
    const [most, ...others] = [...sums.values()].toSorted((one, other) => (one.usd > other.usd ? -1 : 1))
    if (!most || others.length === 0) return []
    return [{ gives: most.facts, gets: others.flatMap((each) => each.facts), isSeen: false }]
  })
}

function sectionsOf(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const starts = facts.flatMap(({ label }, index) => (parts.includes(label.name) ? [index] : []))
  return [0, ...starts].map((start, index) => facts.slice(start, starts[index] ?? facts.length))
}

/** A fifth less than it is worth is far less: prices differ by less from market to market. */
const leastPercent = 80n

/** Whether what is got is worth far less than what is given, in whatever both are counted. */
export const isFarLess = (got: bigint, given: bigint): boolean => got * 100n < given * leastPercent

function judged({ gives, gets, isSeen }: Trade, worths: Worths): 'far' | 'open' | 'fair' {
  const usdOf = (some: readonly Fact[]) => some.flatMap((fact) => worths.get(fact)?.usd ?? (isNone(fact) ? 0n : []))
  const [given, got] = [usdOf(gives), usdOf(gets)]
  const sum = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n)
  const isEnough = !isFarLess(sum(got), sum(given))
  const [isGivenKnown, isGotKnown] = [given.length === gives.length, got.length === gets.length]
  // What isn't known of what is given only makes it more.
  if (isGotKnown && !isEnough) return 'far'
  if ((isGivenKnown && isEnough) || isSeen) return 'fair'
  return sum(given) + sum(got) > 0n ? 'open' : 'fair'
}

/** A share in a pool is worth what is put in, where its price is the market's. */
const isPoolShare = ({ value }: Fact): boolean =>
  typeof value === 'object' &&
  value.name === 'request.someOf' &&
  typeof value.values.token === 'object' &&
  value.values.token.name === 'request.anyPoolShares'

const isNone = ({ priced }: Fact): boolean => priced?.amount === 0n
