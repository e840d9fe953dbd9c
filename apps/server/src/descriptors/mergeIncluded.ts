import * as v from 'valibot'

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  v.is(v.record(v.string(), v.unknown()), value) && !Array.isArray(value)

/** Deeper JSON is no descriptor. */
const deepest = 64

/**
 * A descriptor with the one that it includes: where both say something, the including one counts. Fields of the same path are one, and further ones
 * come after those that are included.
 */
export function mergeIncluded(included: Json, including: Json): Json {
  const { includes: _includes, ...whole } = merged(included, including, 0)
  return whole
}

function merged(below: Json, above: Json, depth: number): Json {
  if (depth > deepest) return above
  const entries = Object.entries(above).map(([name, value]) => {
    const former = Object.hasOwn(below, name) ? below[name] : undefined
    if (isObject(value) && isObject(former)) return [name, merged(former, value, depth + 1)] as const
    const isList = name === 'fields' && Array.isArray(value) && Array.isArray(former)
    return [name, isList ? mergedFields(former, value, depth + 1) : value] as const
  })
  return { ...below, ...Object.fromEntries(entries) }
}

function mergedFields(below: readonly unknown[], above: readonly unknown[], depth: number): readonly unknown[] {
  const pathOf = (field: unknown) => (isObject(field) && typeof field.path === 'string' ? field.path : undefined)
  const own = new Map(above.flatMap((field) => (isObject(field) ? [[pathOf(field), field] as const] : [])))
  const changed = below.map((field) => {
    const other = pathOf(field) === undefined ? undefined : own.get(pathOf(field))
    return other && isObject(field) ? merged(field, other, depth) : field
  })
  const known = new Set(below.map(pathOf))
  return [...changed, ...above.filter((field) => pathOf(field) === undefined || !known.has(pathOf(field)))]
}
