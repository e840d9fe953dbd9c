import * as v from 'valibot'

const noList = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'Expected object, received array'),
)

/** An object with these members and no others read; a list is none. */
export const fields = <Entries extends v.ObjectEntries>(entries: Entries) => v.pipe(noList, v.object(entries))

/** An object whose members are all of a kind. */
export const mapOf = <Value extends v.GenericSchema>(value: Value) => v.pipe(noList, v.record(v.string(), value))

/**
 * Returns what is wrong with a value, in the words that the other side's developers know [S5.33]: `Required`, `Expected
 * string, received number`, `Invalid enum value. Expected 'a' | 'b', received 'c'`.
 */
export function sentenceOf({ kind, type, expected, input, message }: v.BaseIssue<unknown>): string {
  if (kind !== 'schema') return message
  if (input === undefined) return 'Required'
  if (type === 'union') return 'Invalid input'
  const wanted = type === 'picklist' ? optionsIn(expected) : (expected ?? type).toLowerCase()
  return type === 'picklist' && typeof input === 'string'
    ? `Invalid enum value. Expected ${wanted}, received '${input}'`
    : `Expected ${wanted}, received ${kindOf(input)}`
}

/** `("a" | "b")` as `'a' | 'b'`. */
const optionsIn = (expected: string | null): string => (expected ?? '').replace(/^\(|\)$/g, '').replaceAll('"', "'")

/** Returns the kind of a value, by the names of JavaScript's own. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'nan' : typeof value
}
