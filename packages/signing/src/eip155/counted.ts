import type { Fact, RequestSentence } from '@foyer/core/words'
import { amountOf, asListed } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import type { Moved } from './flow.js'

/** More ids than these aren't named. */
const mostNamed = 10

/** So much of a token, or so many of an id. */
export const countOf = (moved: Moved, label: RequestSentence = 'request.amount'): Fact => countOfAll([moved], label)

/** Returns the fact of how many of a collection move, and which; of anything else so much as the first says. */
export function countOfAll(all: readonly Moved[], label: RequestSentence): Fact {
  const total = all.reduce((sum, { count = 1n }) => sum + count, 0n)
  const [first] = all
  if (first && (total === 1n || !first.token.isNft)) return amountOf(first.amount, first.token, label)
  const ids = all.slice(0, mostNamed).map(({ amount, count = 1n }) => {
    const isPlain = count === 1n || all.length === 1
    return isPlain ? `#${amount}` : `${count} × #${amount}`
  })
  const which = [...ids, ...(all.length > mostNamed ? ['…'] : [])].join(', ')
  const name = [`${total} ×`, first?.token.symbol ?? ''].join(' ').trim()
  const text = all.length === 1 ? `${name} ${which}` : `${name} (${which})`
  return { label: words(label), value: first ? asListed(text, first.token) : text }
}
