import type { Fact, SayRequest, ShownRequest, Words } from '../words/shown.js'

/** Words, or text that stands as it is, in the visitor's language. */
export function spoken(said: string | Words, say: SayRequest): string {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values).map(([place, value]) => [place, spoken(value, say)])
  return say(said.name, Object.fromEntries(values))
}

/** A request's description in the visitor's language. */
export function spokenRequest(
  { title, act, facts, content, tree, warnings, isDeliberate, limit }: ShownRequest,
  say: SayRequest,
): ShownRequest<string> {
  const fact = ({ label, value, priced: _priced, ...rest }: Fact): Fact<string> => ({
    ...{ label: spoken(label, say), value: spoken(value, say) },
    ...rest,
  })
  return {
    ...{ title: spoken(title, say), act: spoken(act, say), facts: facts.map(fact) },
    ...(content && { content: { ...content, label: spoken(content.label, say) } }),
    ...(tree && { tree: { ...tree, label: spoken(tree.label, say) } }),
    ...(limit && { limit: { ...limit, label: spoken(limit.label, say) } }),
    // Several steps may warn of the same.
    ...{ warnings: [...new Set(warnings.map((warning) => spoken(warning, say)))], isDeliberate },
  }
}
