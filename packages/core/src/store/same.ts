/** Do two values of plain data say the same? What was left alone is seen by reference. */
export function same<T>(a: unknown, b: T): a is T {
  if (Object.is(a, b)) return true
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
