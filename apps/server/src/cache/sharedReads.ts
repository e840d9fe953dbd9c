import { startDeadline } from '../chains/deadline.js'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'

/** What is read at once. */
export interface Reading<Item> {
  readonly items: readonly Item[]
  readonly signal: AbortSignal
  /** Reports that reading this key failed: its cached value stays, up to its maximum age. */
  readonly leave: (item: Item) => void
}

export interface SharedReadsParameters<Item, Value> {
  keyOf: (item: Item) => string
  /** Reads them anew. @returns by key; a key without a value is left out, and that is remembered as well */
  load: (request: Reading<Item>) => Promise<ReadonlyMap<string, Value>>
  /** how old an answer may be */
  lifetimeMs: number
  /** how old it may be where reading it anew fails; not at all if left out */
  staleMs?: number | undefined
  /** how long a reading may take */
  timeoutMs: number
  /** how many answers are kept; the oldest are evicted first */
  most: number
  /** how many an answer counts for; undefined is one without a value. Each is one if left out */
  sizeOf?: ((value: Value | undefined) => number) | undefined
  clock: Clock
}

/** A cache of slowly changing answers with many readers. */
export interface SharedReads<Item, Value> {
  /**
   * @param request.fresh - reads anew whatever is kept, and doesn't join a reading that began before
   * @returns by key
   * @throws what `load` throws, where nothing that is kept can take its place · the signal's reason
   */
  of(request: {
    items: readonly Item[]
    fresh?: boolean | undefined
    signal: AbortSignal
  }): Promise<ReadonlyMap<string, Value>>
}

interface Entry<Value> {
  /** undefined: it was read and has no value */
  known: { readonly value: Value | undefined; readonly at: number } | null
  reading: Promise<unknown> | null
}

/**
 * Keeps what was read for a short time, and joins concurrent reads of one key. A caller that aborts doesn't end what others
 * wait for: a reading ends by itself.
 */
export function createSharedReads<Item, Value>(
  parameters: SharedReadsParameters<Item, Value>,
): SharedReads<Item, Value> {
  const { keyOf, lifetimeMs, staleMs = 0, most, sizeOf, clock } = parameters
  const entries = new Map<string, Entry<Value>>()
  const isKnown = ({ known }: Entry<Value>, ms: number) => known !== null && clock.now() - known.at < ms
  const entryOf = (key: string): Entry<Value> => {
    const entry = entries.get(key) ?? { known: null, reading: null }
    entries.set(key, entry)
    return entry
  }
  const start = (items: readonly Item[]) => {
    const at = clock.now()
    const left = new Set<string>()
    const leave = (item: Item) => void left.add(keyOf(item))
    const reading = load({ ...parameters, items, leave }).then((values) => {
      for (const key of items.map(keyOf)) {
        const entry = entryOf(key)
        // A late answer of an older reading changes nothing.
        const isLate = entry.known !== null && entry.known.at > at
        if (isLate || (left.has(key) && isKnown(entry, staleMs))) continue
        entry.known = { value: values.get(key), at }
        entries.delete(key) // so that the oldest stay first
        entries.set(key, entry)
      }
    })
    const ended = () => {
      for (const item of items) {
        const entry = entries.get(keyOf(item))
        if (entry?.reading === reading) entry.reading = null
      }
      forgetOldest({ entries, most, sizeOf })
    }
    reading.then(ended, ended) // the failure itself is for the callers that wait
    for (const item of items) entryOf(keyOf(item)).reading = reading
    return reading
  }
  return {
    async of({ items, fresh = false, signal }) {
      signal.throwIfAborted()
      const wanted = new Map(items.map((item) => [keyOf(item), item]))
      const missing = [...wanted].filter(([key]) => fresh || !isKnown(entryOf(key), lifetimeMs))
      const unread = missing.filter(([key]) => fresh || entryOf(key).reading === null).map(([, item]) => item)
      if (unread.length > 0) start(unread)
      const readings = new Set(missing.flatMap(([key]) => entryOf(key).reading ?? []))
      const kept = [...wanted.keys()].map((key) => [key, entryOf(key)] as const)
      const results = await unlessAborted({ work: Promise.allSettled(readings), signal })
      const failed = results.find((result) => result.status === 'rejected')
      const mayKeep = !fresh && kept.every(([, entry]) => isKnown(entry, Math.max(lifetimeMs, staleMs)))
      if (failed !== undefined && !mayKeep) {
        throw failed.reason
      }
      return new Map(kept.flatMap(([key, { known }]) => (known?.value === undefined ? [] : [[key, known.value]])))
    },
  }
}

async function load<Item, Value>({
  load: read,
  items,
  leave,
  timeoutMs,
  clock,
}: SharedReadsParameters<Item, Value> & Omit<Reading<Item>, 'signal'>): Promise<ReadonlyMap<string, Value>> {
  const deadline = startDeadline({ signal: new AbortController().signal, ms: timeoutMs, clock })
  try {
    return await read({ items, leave, signal: deadline.signal })
  } finally {
    deadline.end()
  }
}

interface ForgetOldest<Value> extends Pick<SharedReadsParameters<unknown, Value>, 'most' | 'sizeOf'> {
  entries: Map<string, Entry<Value>>
}

/** A map keeps its keys in the order in which they came, which is that in which they were read last. What is being read stays. */
function forgetOldest<Value>({ entries, most, sizeOf }: ForgetOldest<Value>): void {
  const sizeOfEntry = ({ known }: Entry<Value>) => sizeOf?.(known?.value) ?? 1
  // Only what is weighed has to be gone through to know how much there is.
  let size = entries.size
  if (sizeOf !== undefined) size = [...entries.values()].reduce((sum, entry) => sum + sizeOfEntry(entry), 0)
  for (const [key, entry] of entries) {
    if (size <= most) return
    if (entry.reading !== null) continue
    entries.delete(key)
    size -= sizeOfEntry(entry)
  }
}
