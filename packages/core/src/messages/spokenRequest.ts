import type { Fact, RequestSentence, SayRequest, ShownRequest, Words } from '../words/shown.js'
import { inParts } from './requestParts.js'

/** Words, or text that stands as it is, in the visitor's language. */
export function spoken(said: string | Words, say: SayRequest): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values).map(([place, value]) => [place, spoken(value, say)])
  return say(said.name, Object.fromEntries(values))
}

/** The sentences on a Safe in place of those on the account: its holdings, and what others may take of it. */
const safeSentences: Partial<Record<RequestSentence, RequestSentence>> = {
  'request.atStake': 'request.safeAtStake',
  'request.warn.allOfIt': 'request.warn.safeAllOfIt',
  'request.warn.collection': 'request.warn.safeCollection',
  'request.warn.spenderAll': 'request.warn.safeSpenderAll',
  'request.warn.spenderSome': 'request.warn.safeSpenderSome',
}

/** Says of a Safe in the Safe's name what a request says of it: of one that is a Safe's as a whole. A step of several warns of the account's own beside it. */
export function inOwnersName(shown: ShownRequest): (said: Words) => Words {
  const safe = shown.facts.findIndex(({ label }) => label.name === 'request.safe')
  const part = shown.facts.findIndex(({ label }) => inParts.includes(label.name))
  if (safe < 0 || (part >= 0 && part < safe)) return (said) => said
  return (said) => ({ ...said, name: safeSentences[said.name] ?? said.name })
}

/** A request's description in the visitor's language. */
export function spokenRequest(shown: ShownRequest, say: SayRequest): ShownRequest<string> {
  const { title, act, facts, content, tree, warnings, isDeliberate, limit } = shown
  const named = inOwnersName(shown)
  const fact = ({ label, value, priced: _priced, pooled: _pooled, ...rest }: Fact): Fact<string> => ({
    ...{ label: spoken(named(label), say), value: spoken(value, say) },
    ...rest,
  })
  return {
    ...{ title: spoken(title, say), act: spoken(act, say), facts: facts.map(fact) },
    ...(content && { content: { ...content, label: spoken(content.label, say) } }),
    ...(tree && { tree: { ...tree, label: spoken(tree.label, say) } }),
    ...(limit && { limit: { ...limit, label: spoken(limit.label, say) } }),
    // Several steps may warn of the same.
    ...{ warnings: [...new Set(warnings.map((warning) => spoken(named(warning), say)))], isDeliberate },
  }
}
