import { shortenAddress } from '../chain/display.js'
import type { Fact, RequestSentence, ShownRequest } from '../words/shown.js'
import { type Filling, type HeadlineSentence, phrase, type Tone } from './headlineFillings.js'

/** A sentence of a headline, with what fills its places; several things in one place are a list. */
export interface Clause {
  readonly name: HeadlineSentence
  readonly places: Readonly<Record<string, readonly Filling[]>>
}

export type Rule = (shown: ShownRequest) => readonly Clause[] | undefined

export const clause = (
  name: HeadlineSentence,
  places: Readonly<Record<string, Filling | readonly Filling[]>>,
): Clause => ({
  name,
  places: Object.fromEntries(Object.entries(places).map(([place, filling]) => [place, [filling].flat()])),
})

export const unchecked = phrase('headline.unchecked', {}, 'unsure')
export const unreadRest = clause('headline.restUnchecked', {})

export const unread: readonly RequestSentence[] = ['request.warn.unreadCall', 'request.warn.unreadProgram']

export const factsOf = ({ facts }: ShownRequest, ...names: readonly RequestSentence[]): readonly Fact[] =>
  facts.filter(({ label }) => names.includes(label.name))

export const warnsOf = ({ warnings }: ShownRequest, names: readonly RequestSentence[]): boolean =>
  warnings.some(({ name }) => names.includes(name))

/** Whose an address is, by the name that it has, or the address shortened. */
export function partyOf({ value, isCode }: Fact, tone?: Tone): Filling {
  if (typeof value !== 'string') return { said: value, tone }
  const [, name] = named.exec(value) ?? []
  return { said: name ?? (isCode ? shortenAddress({ address: value }) : value), tone }
}

/** A name with its address behind. */
export const named = /^(.+) \(([^()\s]+)\)$/s

/** The one that a request names by this label; undefined where it names none or several. */
export function onlyOne(shown: ShownRequest, name: RequestSentence, tone?: Tone): Filling | undefined {
  const [first, ...others] = factsOf(shown, name)
  if (!first || others.some(({ value }) => value !== first.value)) return undefined
  const next = shown.facts[shown.facts.indexOf(first) + 1]
  return next?.label.name === 'request.knownAs' ? partyOf(next, tone) : partyOf(first, tone)
}
