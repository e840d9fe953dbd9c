/** How many objects are looked at: more than any wallet nests, few enough for a proxy without an end. */
const most = 24

/** Where wallets and libraries hide what really happened. */
const nests = ['data', 'originalError', 'cause', 'error', 'info'] as const

/** Reads a property of anything at all; what throws on being read counts as absent. */
export function property(value: unknown, name: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return Reflect.get(value, name)
  } catch {
    return undefined // a proxy or getter that refuses to be read has nothing to say
  }
}

/** Whether `value` is one of the class's, for values whose very prototype may throw. */
export function isA<Kind>(value: unknown, kind: abstract new (...args: never[]) => Kind): value is Kind {
  try {
    return value instanceof kind
  } catch {
    return false // a proxy that hides its prototype
  }
}

/**
 * A foreign error and everything nested in it, nearest first: `data.originalError`, `cause`, `error`, `info.error`.
 * Ends on cycles and on structures without an end; never throws.
 */
export function causes(error: unknown): readonly unknown[] {
  const found = new Set<unknown>([error])
  for (const value of found) {
    for (const name of nests) {
      const nested = property(value, name)
      // A string under `data` is return data, not somebody's words.
      const says = typeof nested === 'string' ? name === 'error' || name === 'cause' : typeof nested === 'object'
      if (says && nested !== null && found.size < most) found.add(nested)
    }
  }
  return [...found]
}

/** What a foreign error says in words: itself when it is a string, else its message. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const message = property(value, 'message')
  return typeof message === 'string' && message !== '' ? message : undefined
}
