/**
 * Freezes plain objects and lists all the way down, so that whoever still writes to what is in a store learns it by a TypeError. What is of a class, as an error
 * is, stays as it was.
 */
export function frozen<Value>(value: Value): Value {
  if (!isPlain(value) || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) frozen(member)
  return value
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
