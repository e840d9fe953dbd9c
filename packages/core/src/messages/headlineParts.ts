import type { headline } from '../catalogue/en/headline.js'
import type { RequestSentence, Words } from '../words/shown.js'
import type { Clause } from './headlineClauses.js'
import type { Filling, Tone } from './headlineFillings.js'
import { spoken } from './spokenRequest.js'
import { writtenAmount } from './writtenAmount.js'

/** A part of a headline: words of its sentence, or what fills a place of it. */
export interface HeadlinePart {
  readonly text: string
  /** It fills a place: it stands by itself, whichever way it is read. */
  readonly isValue?: boolean | undefined
  readonly tone?: Tone | undefined
  /** The amount to its last digit, where the text has less. */
  readonly exact?: string | undefined
}

export type DrawnSentence = RequestSentence | keyof typeof headline

/** Says a sentence, its places filled. */
export type SayDrawn = (name: DrawnSentence, values: Readonly<Record<string, string>>) => string

export interface DrawnLanguage {
  readonly say: SayDrawn
  /** BCP 47 */
  readonly locale: string
}

/** A headline's sentences in parts, in their order. */
export const headlineParts = (clauses: readonly Clause[], language: DrawnLanguage): readonly HeadlinePart[] =>
  clauses.flatMap((clause, index) => [...(index > 0 ? [{ text: ' ' }] : []), ...partsOf(clause, language)])

/** The sentence is said with marks in its places, so that no value is ever read as a part of it. Private use: no catalogue has these, and values are put in after. */
function partsOf({ name, places }: Clause, language: DrawnLanguage): readonly HeadlinePart[] {
  const names = Object.keys(places)
  const marks = Object.fromEntries(names.map((place, index) => [place, `\uf8f0${index}\uf8f1`]))
  const pieces = language.say(name, marks).split(/[\u2066-\u2068]?\uf8f0(\d+)\uf8f1\u2069?/)
  const parts = pieces.flatMap((piece, index) =>
    index % 2 === 0 ? [{ text: piece }] : listed(places[names[Number(piece)] ?? ''] ?? [], language),
  )
  return closed(parts.filter(({ text }) => text !== ''))
}

/** Several things as the language lists them. */
function listed(fillings: readonly Filling[], language: DrawnLanguage): readonly HeadlinePart[] {
  const values = fillings.map((filling) => valuePart(filling, language))
  if (values.length < 2) return values
  return listFormat(language.locale)
    .formatToParts(values.map((_, index) => `${index}`))
    .map(({ type, value }) => (type === 'element' ? (values[Number(value)] ?? { text: '' }) : { text: value }))
}

function listFormat(locale: string): Intl.ListFormat {
  try {
    return new Intl.ListFormat(locale, { type: 'conjunction' })
  } catch (error) {
    // A host's own language may have a tag that is none, such as `de_DE`.
    if (error instanceof RangeError) return new Intl.ListFormat('en', { type: 'conjunction' })
    throw error
  }
}

function valuePart({ said, tone, isAmount }: Filling, { say, locale }: DrawnLanguage): HeadlinePart {
  const way = tone === 'gives' ? 'up' : 'down'
  const inForm = (form: 'text' | 'exact') => {
    const written = (value: string | Words) =>
      isAmount ? withAmounts(value, (of) => together(writtenAmount(of, { locale, way })[form])) : value
    if (typeof said !== 'object' || !('phrase' in said)) return alone(spoken(written(said), say), say)
    const values = Object.entries(said.values).map(([place, value]) => [place, spoken(written(value), say)])
    return alone(say(said.phrase, Object.fromEntries(values)), say)
  }
  const [text, exact] = [inForm('text'), inForm('exact')]
  return { text, isValue: true, tone, ...(text !== exact && { exact }) }
}

/** A value as sentences take it, without what could turn the text around it: it stands by itself where it is drawn. */
const alone = (text: string, say: SayDrawn): string =>
  say('request.asWritten', { text }).replace(/[\u2066-\u2069]/g, '')

/** Figures stay on the line of their unit. */
const together = (amount: string): string => amount.replace(/^(\d\S*) /, '$1\u00a0')

/** The words that an amount may stand within, and where. */
const around: Partial<Record<RequestSentence, string>> = {
  'request.amountOfTokens': 'amount',
  'request.leftOf': 'amount',
  'request.smallestUnit': 'amount',
  'request.unlisted': 'token',
  'request.withWorth': 'amount',
}

/** The same with its amount written anew. */
export function withAmounts(value: string | Words, write: (amount: string) => string): string | Words {
  if (typeof value === 'string') return write(value)
  const place = around[value.name]
  const amount = place === undefined ? undefined : value.values[place]
  if (place === undefined || amount === undefined) return value
  return { ...value, values: { ...value.values, [place]: withAmounts(amount, write) } }
}

/** Chinese has no space between its own characters, where a phrase stands in a place that a Latin name would. */
const closed = (parts: readonly HeadlinePart[]): readonly HeadlinePart[] =>
  parts.map((part, index) => {
    if (part.isValue) return part
    const [before, after] = [parts[index - 1]?.text ?? '', parts[index + 1]?.text ?? '']
    const text = part.text
      .replace(/(?<=\p{Script=Han}) $/u, (space) => (/^\p{Script=Han}/u.test(after) ? '' : space))
      .replace(/^ (?=\p{Script=Han})/u, (space) => (/\p{Script=Han}$/u.test(before) ? '' : space))
    return { ...part, text }
  })
