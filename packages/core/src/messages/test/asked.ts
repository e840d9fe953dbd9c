import type { Fact, RequestSentence, ShownRequest, Words } from '../../words/shown.js'
import {
  type DrawnRequest,
  drawnRequest,
  type HeadlinePart,
  headlineSentences,
  ownAccountSentences,
  requestSentences,
} from '../index.js'

export const words = (name: RequestSentence, values: Words['values'] = {}): Words => ({ name, values })
export const fact = (name: RequestSentence, value: string | Words, more: Partial<Fact> = {}): Fact => ({
  ...{ label: words(name), value },
  ...more,
})
export const code = (name: RequestSentence, value: string): Fact => fact(name, value, { isCode: true })

export const me = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const them = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const router = 'Uniswap V2 (0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0)'
export const from: Fact = code('request.from', me)
export const stays: Fact = fact('request.movesNow', words('request.nothing'))
export const simulatedAt: Fact = fact('request.simulatedAt', '1204')

/** A request of this title, with these facts and warnings. */
export const asked = (
  title: Words,
  facts: readonly Fact[],
  warnings: readonly Words[] = [],
  more: Partial<ShownRequest> = {},
): ShownRequest => ({
  ...{ title, facts, warnings, act: words('request.act.send'), isDeliberate: false },
  ...more,
})

const english = { ...requestSentences, ...ownAccountSentences, ...headlineSentences }
type Catalogue = Partial<Readonly<Record<string, string>>>

/** The characters that every catalogue's own `say` leaves out of values. */
const turning = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const sayFrom =
  (sentences: Catalogue) =>
  (name: keyof typeof english, values: Readonly<Record<string, string>>): string =>
    (sentences[name] ?? english[name]).replace(/\{(\w+)\}/g, (_, place: string) =>
      (values[place] ?? '').replace(turning, ''),
    )
export const drawn = (shown: ShownRequest, locale = 'en', sentences: Catalogue = english): DrawnRequest =>
  drawnRequest(shown, { say: sayFrom(sentences), locale })
export const textOf = (parts: readonly HeadlinePart[]): string =>
  parts.map(({ text }) => text.replaceAll('\u00a0', ' ')).join('')
/** The headline, its coloured parts in brackets. */
export const marked = (shown: ShownRequest): string =>
  drawn(shown)
    .headline.map(({ text, tone }) => (tone ? `[${tone}: ${text}]` : text))
    .join('')
    .replaceAll('\u00a0', ' ')

export const allow: Words = words('request.allow', { token: 'USDC' })
export const all: Words = words('request.warn.spenderAll', { token: 'USDC' })
export const some: Words = words('request.warn.spenderSome', { token: 'USDC' })
export const spender: Fact = code('request.spender', them)
export const carryOut: Words = words('request.carryOut', { count: '2' })
export const step: Fact = fact('request.step', words('request.send', { token: 'ETH' }))
export const call: Words = words('request.callContract')
export const unread: Words = words('request.warn.unreadCall')
export const strange: Words = words('request.warn.ownWord')
export const swap: Words = words('request.swap', { token: 'ETH', other: 'DUSD' })
export const signed: Words = words('request.signTypedData')
