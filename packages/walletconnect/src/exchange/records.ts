import type { KeyValueStorage } from '@foyer/core'
import { FoyerError, StorageError } from '@foyer/core/errors'
import * as v from 'valibot'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { attempt, type Bytes, bytesToHex, keyToBytes } from '../protocol/codec.js'
import { hex32 } from '../protocol/schemas.js'

/**
 * A storage that never throws, made of one that may: what is blocked reads as empty, and what is full forgets. A kit's own is such a one already.
 *
 * @param parameters.storage - undefined where there is none
 * @param parameters.report - called once, at most
 * @see F20
 * @example createRecords({ storage: guardStorage({ storage: localStorage, report }), report })
 */
export function guardStorage({
  storage,
  report,
}: {
  readonly storage: KeyValueStorage | undefined
  readonly report: (error: StorageError) => void
}): KeyValueStorage {
  let reportOnce = (error: StorageError): void => {
    reportOnce = () => {}
    report(error)
  }
  const tried = <Result>(run: () => Result): Result | undefined => {
    try {
      return run()
    } catch (cause) {
      reportOnce(new StorageError({ cause }))
      return undefined
    }
  }
  return {
    getItem: (key) => tried(() => storage?.getItem(key)) ?? null,
    setItem: (key, text) => tried(() => storage?.setItem(key, text)),
    removeItem: (key) => tried(() => storage?.removeItem(key)),
  }
}

/** Records of one kind, by their ids, in the order in which they first came. */
export interface Records<Value> {
  all(): readonly (readonly [id: string, value: Value])[]
  get(id: string): Value | undefined
  set(id: string, value: Value): void
  delete(id: string): void
}

/** Texts that were met before; beyond the most that are kept, the oldest are forgotten. */
export interface RecordedTexts {
  has(text: string): boolean
  /** @returns whether it is the first time */
  add(text: string): boolean
}

/** A kind of records. */
export interface Kind<Value> {
  readonly name: string
  /** Of the schema. */
  readonly version: number
  /** Of plain JSON; what it has read, it reads again as the same. */
  readonly schema: v.GenericSchema<unknown, Value>
  /** How many are kept: the oldest make room. Without it all are. */
  readonly most?: number | undefined
}

/** The records that a client keeps from one page to the next. Nothing here ever throws. */
export interface RecordBook {
  /**
   * Takes up the records of a kind. One that doesn't fit the schema is left out, the others are kept.
   * What another version wrote is left alone.
   */
  open<Value>(kind: Kind<Value>): Records<Value>
  openTexts(kind: { readonly name: string; readonly most: number }): RecordedTexts
  /** Writes nothing from now on: the records may be another page's. */
  close(): void
}

/**
 * Records over a storage. While the page lives its memory is the truth and the storage a copy of it: one that is blocked, full, corrupt, or
 * cleared meanwhile costs no more than what the next page would have found.
 *
 * @param parameters.storage - synchronous, written by this page alone, and one that never throws: see {@link guardStorage}
 * @param parameters.relay - whose clients' records have a place of their own, as what one relay carries no other does
 * @param parameters.report - receives once, at most, what can't be read; nothing of what is stored is part of it
 * @see F20
 * @example
 * const sessions = createRecords({ storage, report }).open({ name: 'sessions', version: 1, schema: Session })
 * sessions.set(session.topic, session)
 */
export function createRecords({
  storage,
  relay = '',
  report,
}: {
  readonly storage: KeyValueStorage
  readonly relay?: string | undefined
  readonly report: (error: UnreadableRecordsError) => void
}): RecordBook {
  let isClosed = false
  let reportOnce = (error: UnreadableRecordsError): void => {
    reportOnce = () => {}
    report(error)
  }
  const open = <Value>({ name, version, schema, most = Infinity }: Kind<Value>): Records<Value> => {
    const key = `walletconnect/${relay}${name}/${version}`
    const Entry = v.tuple([v.string(), schema])
    const entries = new Map<string, Value>()
    for (const stored of listIn(storage.getItem(key))) {
      const { success, output } = v.safeParse(Entry, stored)
      if (success) entries.set(...output)
      else reportOnce(new UnreadableRecordsError({ kind: name }))
    }
    const save = () => isClosed || storage.setItem(key, JSON.stringify([...entries]))
    return {
      all: () => [...entries],
      get: (id) => entries.get(id),
      set(id, value) {
        entries.set(id, value)
        for (const oldest of entries.keys()) if (entries.size > most) entries.delete(oldest)
        save()
      },
      delete(id) {
        if (entries.delete(id)) save()
      },
    }
  }
  return {
    open,
    openTexts({ name, most }) {
      const texts = open({ name, version: 1, schema: v.literal(1), most })
      const has = (text: string) => texts.get(text) !== undefined
      return {
        has,
        add(text) {
          if (has(text)) return false
          texts.set(text, 1)
          return true
        },
      }
    },
    close() {
      isClosed = true
    },
  }
}

/** The seed of a client's own key (Ed25519), drawn the first time. */
export function clientSeed({
  records,
  ciphers,
}: {
  readonly records: RecordBook
  readonly ciphers: Pick<Ciphers, 'randomBytes'>
}): Bytes {
  const seeds = records.open({ name: 'seed', version: 1, schema: hex32 })
  if (!seeds.get('client')) seeds.set('client', bytesToHex(ciphers.randomBytes(32)))
  return keyToBytes(seeds.get('client') ?? '')
}

/**
 * Reads a stored list; anything else stands for one entry that can't be read, as the engine's own error would repeat
 * what is stored.
 */
function listIn(text: string | null): readonly unknown[] {
  if (text === null) return []
  const list = attempt<unknown>(() => JSON.parse(text))
  return Array.isArray(list) ? list : [list]
}

/** A storage holds records that weren't written there: those that can't be read are forgotten. */
export class UnreadableRecordsError extends FoyerError {
  override readonly name = 'UnreadableRecordsError'
  readonly code = 'unreadable_records'

  constructor({ kind }: { readonly kind: string }) {
    super(`Stored ${kind} that can't be read were forgotten.`, { facts: { kind } })
  }
}
