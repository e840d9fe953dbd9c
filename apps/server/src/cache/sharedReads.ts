import type { Clock } from '@foyer/service/clock'
import { LRUCache } from 'lru-cache'
import { startDeadline } from '../kernel/deadline.js'
import { unlessAborted } from '../kernel/unlessAborted.js'

/** A reading of several items at once. */
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

interface Keyed<Value> {
  key: string
  entry: Entry<Value>
}

/** Creates the cache, the oldest evicted first; a reading is joined even where it was evicted meanwhile. */
function createEntries<Item, Value>({ most, sizeOf }: Pick<SharedReadsParameters<Item, Value>, 'most' | 'sizeOf'>) {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: most,
    sizeCalculation: ({ known }) => Math.max(1, sizeOf?.(known?.value) ?? 1),
  })
  const underWay = new Map<string, Entry<Value>>()
  return {
    entryOf(key: string): Entry<Value> {
      const entry = underWay.get(key) ?? entries.get(key) ?? { known: null, reading: null }
      if (!entries.has(key)) entries.set(key, entry)
      return entry
    },
    begin({ key, entry, reading }: Keyed<Value> & { reading: Promise<unknown> }) {
      entry.reading = reading
      underWay.set(key, entry)
    },
    keep({ key, entry, known }: Keyed<Value> & { known: Entry<Value>['known'] }) {
      entry.known = known
      entries.delete(key) // a cache doesn't weigh again what it has already
      entries.set(key, entry)
    },
    end({ key, entry }: Keyed<Value>) {
      entry.reading = null
      underWay.delete(key)
    },
  }
}

/**
 * Keeps what was read for a short time, and joins concurrent reads of one key. A caller that aborts doesn't end what others
 * wait for: a reading ends by itself.
 */
export function createSharedReads<Item, Value>(
  parameters: SharedReadsParameters<Item, Value>,
): SharedReads<Item, Value> {
  const { keyOf, lifetimeMs, staleMs = 0, clock } = parameters
  const { entryOf, begin, keep, end } = createEntries(parameters)
  const isKnown = ({ known }: Entry<Value>, ms: number) => known !== null && clock.now() - known.at < ms
  const start = (items: readonly Item[]) => {
    const at = clock.now()
    const left = new Set<string>()
    const leave = (item: Item) => void left.add(keyOf(item))
    const read = new Map(items.map(keyOf).map((key) => [key, entryOf(key)]))
    const reading = load({ ...parameters, items, leave }).then((values) => {
      for (const [key, entry] of read) {
        // A late answer of an older reading changes nothing.
        const isLate = entry.known !== null && entry.known.at > at
        if (isLate || (left.has(key) && isKnown(entry, staleMs))) continue
        keep({ key, entry, known: { value: values.get(key), at } })
      }
    })
    const ended = () => {
      for (const [key, entry] of read) if (entry.reading === reading) end({ key, entry })
    }
    reading.then(ended, ended) // the failure itself is for the callers that wait
    for (const [key, entry] of read) begin({ key, entry, reading })
    return reading
  }
  return {
    async of({ items, fresh = false, signal }) {
      signal.throwIfAborted()
      const wanted = new Map(items.map((item) => [keyOf(item), item]))
      const kept = [...wanted].map(([key, item]) => ({ key, item, entry: entryOf(key) }))
      const missing = kept.filter(({ entry }) => fresh || !isKnown(entry, lifetimeMs))
      const unread = missing.filter(({ entry }) => fresh || entry.reading === null).map(({ item }) => item)
      if (unread.length > 0) start(unread)
      const readings = new Set(missing.flatMap(({ entry }) => entry.reading ?? []))
      const results = await unlessAborted({ work: Promise.allSettled(readings), signal })
      const failed = results.find((result) => result.status === 'rejected')
      const mayKeep = !fresh && kept.every(({ entry }) => isKnown(entry, Math.max(lifetimeMs, staleMs)))
      if (failed !== undefined && !mayKeep) throw failed.reason
      return new Map(
        kept.flatMap(({ key, entry: { known } }) => (known?.value === undefined ? [] : [[key, known.value]])),
      )
    },
  }
}

export interface SharedReadParameters<Item, Value>
  extends Omit<SharedReadsParameters<Item, Value>, 'keyOf' | 'load' | 'most'>,
    Partial<Pick<SharedReadsParameters<Item, Value>, 'keyOf' | 'most'>> {
  /** @returns null for what there isn't, which is remembered as well */
  read: (item: Item, signal: AbortSignal) => Promise<Value | null>
}

/** The same for what is read and asked for one by one. */
export function createSharedRead<Item, Value>({
  read,
  keyOf = (item) => JSON.stringify(item),
  most = 1,
  ...parameters
}: SharedReadParameters<Item, Value>): (item: Item, signal: AbortSignal) => Promise<Value | null> {
  const entryOf = async (item: Item, signal: AbortSignal) => {
    const value = await read(item, signal)
    return value === null ? [] : [[keyOf(item), value] as const]
  }
  const load = async ({ items, signal }: Reading<Item>) =>
    new Map((await Promise.all(items.map((item) => entryOf(item, signal)))).flat())
  const shared = createSharedReads<Item, Value>({ ...parameters, keyOf, most, load })
  return async (item, signal) => (await shared.of({ items: [item], signal })).get(keyOf(item)) ?? null
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
