import type { headline } from '../catalogue/en/headline.js'
import { formatAmount } from '../chain/amount.js'
import type { Fact, RequestSentence, Words } from '../words/shown.js'

export type HeadlineSentence = keyof typeof headline

/** The colour of what fills a place: it leaves or may leave, it comes, or it couldn't be checked. */
export type Tone = 'gives' | 'gets' | 'unsure'

/** A part of a sentence that stands in a place of it, with places of its own. */
export interface Phrase {
  readonly phrase: HeadlineSentence
  readonly values: Readonly<Record<string, string | Words>>
}

export interface Filling {
  readonly said: string | Words | Phrase
  readonly tone?: Tone | undefined
  /** Whether the text, or what stands in the phrase's place of that name, is an amount. */
  readonly isAmount?: boolean | undefined
}

/** A part of a sentence, in a place of another. */
export const phrase = (name: HeadlineSentence, values: Phrase['values'] = {}, tone?: Tone): Filling => ({
  said: { phrase: name, values },
  tone,
})

export const isNamed = (value: Fact['value'] | undefined, name: RequestSentence): boolean =>
  typeof value === 'object' && value.name === name

/** An amount without its worth. */
export const bare = (value: string | Words): string | Words =>
  typeof value === 'object' && value.name === 'request.withWorth' ? bare(value.values.amount ?? '') : value

/** Nothing of it, whatever it is of. */
export const isNone = (value: string | Words): boolean =>
  typeof value === 'string'
    ? /^0+(\.0+)?( |$)/.test(value)
    : value.name === 'request.nothing' ||
      (value.name === 'request.smallestUnit' && value.values.amount === '0') ||
      (value.name === 'request.amountOfTokens' && isNone(value.values.amount ?? '')) ||
      (value.name === 'request.unlisted' && isNone(value.values.token ?? ''))

/** Amounts that are more than none; undefined where one of them can't be said within a sentence. */
export function sumsOf(
  all: readonly Fact[],
  filling: (sum: string | Words) => Filling,
): readonly Filling[] | undefined {
  const sums = addedUp(all).filter(({ said }) => !isNone(said))
  return sums.some(({ said }) => isNamed(said, 'request.smallestUnit')) || sums.length > mostListed
    ? undefined
    : sums.map((sum) => inSentence(sum, filling))
}

interface Sum {
  readonly said: string | Words
  /** It may be less. */
  readonly isAtMost: boolean
}

/** The sentences that stand for an amount, within a sentence. */
const inWords: Partial<Record<RequestSentence, HeadlineSentence>> = {
  'request.allDebt': 'headline.allDebt',
  'request.allDeposit': 'headline.allDeposit',
  'request.allItHolds': 'headline.allItHolds',
  'request.anyOf': 'headline.anyOf',
  'request.someOf': 'headline.someOf',
}

function inSentence({ said, isAtMost }: Sum, filling: (sum: string | Words) => Filling): Filling {
  if (typeof said === 'object' && said.name === 'request.smallestUnit')
    return said.values.contract === undefined
      ? phrase('headline.unreadAny', {}, 'unsure')
      : phrase('headline.unreadToken', { contract: said.values.contract }, 'unsure')
  const name = typeof said === 'object' ? inWords[said.name] : undefined
  if (typeof said === 'object' && name)
    return phrase(name, said.values, name === 'headline.someOf' ? 'unsure' : filling(said).tone)
  return isAtMost ? amountIn('headline.upTo', said, 'gives') : filling(said)
}

/** Amounts as far as a sentence can say them, and that there is more: of a gift, nothing else in a request keeps it from being said. */
export function asFarAsSaid(all: readonly Fact[]): readonly Filling[] {
  const sums = addedUp(all).filter(({ said }) => !isNone(said))
  const listed = sums.slice(0, sums.length > mostListed ? mostListed - 1 : mostListed)
  const left = sums.length - listed.length
  return [
    ...listed.map((sum) => inSentence(sum, gives)),
    ...(left > 0 ? [phrase('headline.moreThings', { count: `${left}` }, 'gives')] : []),
  ]
}

const atMost: readonly RequestSentence[] = [
  ...(['request.giveAtMost', 'request.safeGivesAtMost', 'request.feeAtMost', 'request.restAtMost'] as const),
]

/** Amounts of one token are said as their sum: of those that are known, as others may only be called alike. */
function addedUp(facts: readonly Fact[]): readonly Sum[] {
  const sums = new Map<string | number, Sum & { readonly amount: bigint }>()
  for (const [index, { label, value, priced }] of facts.entries()) {
    const said = bare(value)
    const key = priced && typeof said === 'string' ? `${priced.contract}`.toLowerCase() : index
    const before = sums.get(key)
    const amount = (before?.amount ?? 0n) + (priced?.amount ?? 0n)
    const [, unit = ''] = typeof said === 'string' ? (/ (.*)$/s.exec(said) ?? []) : []
    const isSum = priced && before
    sums.set(key, {
      said: isSum ? `${formatAmount({ value: amount, decimals: priced.decimals })} ${unit}`.trim() : said,
      amount,
      isAtMost: atMost.includes(label.name) || before?.isAtMost === true,
    })
  }
  return [...sums.values()]
}

/** More things than these aren't listed in a sentence. */
export const mostListed = 4

export const amountTo =
  (tone: Tone) =>
  (said: string | Words): Filling => ({ said, tone, isAmount: true })
export const gives = amountTo('gives')
export const gets = amountTo('gets')
export const amountIn = (name: HeadlineSentence, amount: string | Words, tone: Tone): Filling => ({
  ...phrase(name, { amount }, tone),
  isAmount: true,
})
