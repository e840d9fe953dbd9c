import type { Fact } from '@foyer/core/words'
import { words } from '../sentences.js'

/** A call by itself is the one inside; several keep their numbers. */
export const insideOf = (listed: readonly Fact[]): readonly Fact[] => {
  const isOne = listed.filter(({ label }) => label.name === 'request.step').length === 1
  return listed.map((fact) =>
    isOne && fact.label.name === 'request.step' ? { ...fact, label: words('request.inside') } : fact,
  )
}
