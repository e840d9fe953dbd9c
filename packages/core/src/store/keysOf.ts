/** The keys of a plain record, with the type that the record gives them. */
export function keysOf<K extends string>(record: Partial<Readonly<Record<K, unknown>>>): K[] {
  const keys: K[] = []
  for (const key in record) keys.push(key)
  return keys
}
