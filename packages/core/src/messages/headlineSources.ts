import type { RequestSentence, ShownRequest } from '../words/shown.js'
import { type Clause, clause, factsOf, type Rule, unreadRest } from './headlineClauses.js'
import { gets, type HeadlineSentence, sumsOf } from './headlineFillings.js'
import { moving, sources } from './requestParts.js'

const sentences: readonly (readonly [RequestSentence, HeadlineSentence])[] = [
  ['request.borrowed', 'headline.borrow'],
  ['request.takenOut', 'headline.takeOut'],
  ['request.fromOthers', 'headline.fromOthers'],
]

/** Says what comes without that anything is given for it, and after that what is exchanged: neither is set off against the other. */
export function withSources(shown: ShownRequest, traded: Rule): readonly Clause[] | undefined {
  const rest = { ...shown, facts: shown.facts.filter(({ label }) => !sources.includes(label.name)) }
  const main = traded(rest)
  if (rest.facts.length === shown.facts.length) return main
  const said = sentences.flatMap(([label, name]) => {
    const facts = factsOf(shown, label)
    const get = sumsOf(facts, gets)
    return get && get.length > 0 ? [clause(name, { get })] : facts.length > 0 ? [unreadRest] : []
  })
  return [...said, ...(main ?? (factsOf(rest, ...moving).length > 0 ? [unreadRest] : []))]
}
