import type { Fact, ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, type Rule } from './headlineClauses.js'
import { giving } from './requestParts.js'

/** More offers than these aren't said one by one. */
const mostSaid = 3

/** Orders that are signed at once: anyone may take up one of them alone, so that what one brings is never set off against what another gives. */
export const ordersIn = (shown: ShownRequest, traded: Rule): readonly Clause[] | undefined =>
  separately(
    shown,
    partsFrom(shown.facts, ({ label }) => label.name === 'request.order'),
    traded,
  )

/** Separate signatures are offers of their own, each with what it binds. */
export function offering(shown: ShownRequest, traded: Rule): readonly Clause[] | undefined {
  const parts = partsFrom(shown.facts, ({ label }) => giving.includes(label.name))
  const mayTake = factsOf(shown, 'request.mayTake')
  // The last one's own are two: what it gives, and what it binds.
  const own = parts.map((part, index) => [...(index < parts.length - 1 ? part : part.slice(0, 2)), ...mayTake])
  return separately(shown, own, traded)
}

function separately(
  shown: ShownRequest,
  parts: readonly (readonly Fact[])[],
  traded: Rule,
): readonly Clause[] | undefined {
  if (parts.length < 2) return undefined
  const offers = parts.flatMap((facts) => traded({ ...shown, facts }) ?? [])
  const isForNothing = ({ name }: Clause) => name === 'headline.offerForNothing'
  const said = [...offers.filter(isForNothing), ...offers.filter((each) => !isForNothing(each))].slice(0, mostSaid)
  const count = { said: `${parts.length}` }
  return said.length === parts.length ? said : [clause('headline.offers', { count }), ...said]
}

/** The facts from each that begins a part until the next one. */
function partsFrom(facts: readonly Fact[], begins: (fact: Fact) => boolean): readonly (readonly Fact[])[] {
  const from = facts.flatMap((fact, index) => (begins(fact) ? [index] : []))
  return from.map((start, place) => facts.slice(start, from[place + 1]))
}
