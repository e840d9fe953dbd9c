interface Place {
  readonly key: string
  readonly within: Place | null
}

/** PostgreSQL's text has neither a zero character nor half of a surrogate pair. */
const unstorable = /[\0\p{Cs}]/u

/**
 * Finds a text, as a value or as a key, that PostgreSQL can't hold.
 * @param value - of JSON, however deep
 * @returns where it is, outermost key first; null where all can be held
 */
export function findUnstorable(value: unknown): readonly string[] | null {
  const waiting: { readonly value: unknown; readonly place: Place | null }[] = [{ value, place: null }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place } = next
    if (typeof next.value === 'string' && unstorable.test(next.value)) return pathOf(place)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, each] of Object.entries(next.value)) {
      if (unstorable.test(key)) return pathOf(place)
      waiting.push({ value: each, place: { key, within: place } })
    }
  }
  return null
}

function pathOf(place: Place | null): readonly string[] {
  const path: string[] = []
  for (let at = place; at !== null; at = at.within) path.push(at.key)
  return path.reverse()
}
