import type { Fact, ShownRequest } from '../words/shown.js'
import {
  type Clause,
  clause,
  factsOf,
  named,
  partyOf,
  unchecked,
  unread,
  unreadRest,
  warnsOf,
} from './headlineClauses.js'
import { asFarAsSaid, type Filling, gives, phrase, sumsOf } from './headlineFillings.js'
import { inParts } from './requestParts.js'

/** Says what a Safe gives, gets and allows by a request, beside what others may take then: that is said of the account by the rules for accounts. */
export function ofSafe(shown: ShownRequest, allowed: readonly Clause[]): readonly Clause[] {
  const first = shown.facts.findIndex(({ label }) => inParts.includes(label.name))
  const facts = first < 0 ? shown.facts : shown.facts.slice(0, first)
  const own = { ...shown, facts }
  const recipients = new Map<string, { readonly to: Fact; readonly given: readonly Fact[] }>()
  const rest: Fact[] = []
  for (const [index, fact] of facts.entries()) {
    const to = facts[index + 1]
    const { name } = fact.label
    if (name !== 'request.safeGives' && name !== 'request.safeGivesAtMost') continue
    if (to?.label.name !== 'request.to') rest.push(fact)
    else recipients.set(`${to.value}`, { to, given: [...(recipients.get(`${to.value}`)?.given ?? []), fact] })
  }
  const payments = [...recipients.values()].flatMap(({ to, given }) => {
    const give = asFarAsSaid(given)
    return give.length > 0 ? [clause('headline.safeGiveTo', { give, to: partyOf(to) })] : []
  })
  const give = sumsOf(rest, gives) ?? []
  const get = sumsOf(factsOf(own, 'request.safeGets'), gives) ?? []
  const swapped =
    give.length === 0
      ? []
      : [get.length > 0 ? clause('headline.safeSwap', { give, get }) : clause('headline.safeGive', { give })]
  const all = [...payments, ...swapped, ...refund(own), ...allowed.map(asOfSafe)]
  if (!warnsOf(shown, unread)) return all
  if (all.length > 0) return [...all, unreadRest]
  const [known, ...others] = factsOf(shown, 'request.contract')
  const isKnown = known && others.length === 0 && named.test(`${known.value}`)
  return isKnown
    ? [clause('headline.safeCalls', { to: partyOf(known) }), unreadRest]
    : [clause('headline.safeUnchecked', { unchecked })]
}

/** Says what it pays at most to whom it names, or to its sender. */
function refund(shown: ShownRequest): readonly Clause[] {
  const [fee] = warnsOf(shown, ['request.warn.safeRefund']) ? factsOf(shown, 'request.feeAtMost') : []
  if (!fee) return []
  const [to] = factsOf(shown, 'request.goesTo')
  const give = asFarAsSaid([fee])
  const payee: Filling = to ? partyOf(to) : phrase('headline.whoeverSends')
  return [clause('headline.safeGiveTo', { give, to: payee })]
}

/** Rewrites a clause on what may be taken as one on the Safe's. */
export const asOfSafe = ({ name, places }: Clause): Clause => {
  if (name !== 'headline.allow' && name !== 'headline.mayTake') return { name, places }
  const what = (places.what ?? []).map((each) =>
    typeof each.said === 'object' && 'phrase' in each.said && each.said.phrase.startsWith('headline.allOf')
      ? { ...each, said: { ...each.said, phrase: 'headline.safeAllOf' as const, values: tokenOf(each.said.values) } }
      : each,
  )
  return { name: 'headline.safeLets', places: { ...places, what } }
}

const tokenOf = ({ token, contract }: Readonly<Record<string, Fact['value']>>) => ({ token: token ?? contract ?? '' })
