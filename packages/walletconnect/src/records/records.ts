import type { KeyValueStorage } from '@foyer/core'
import { StorageError } from '@foyer/core/errors'
import * as v from 'valibot'
import { type Bytes, bytesToHex, type Ciphers, hexToBytes, isHex32 } from '../protocol/index.js'
import { UnreadableRecordsError } from './UnreadableRecordsError.js'

/** Records of one kind, by their ids, in the order in which they first came. */
export interface Records<Value> {
  all(): readonly (readonly [id: string, value: Value])[]
  get(id: string): Value | undefined
  set(id: string, value: Value): void
  delete(id: string): void
}

/** Texts that were met before; beyond the most that are kept, the oldest are forgotten. */
export interface RecordedTexts {
  /** @returns whether it is the first time */
  add(text: string): boolean
}

/** What a client keeps from one page to the next. Nothing here ever throws. */
export interface RecordBook {
  /**
   * Takes up the records of a kind. One that doesn't fit the schema is left out, the others are kept.
   *
   * @param kind.version - of the schema: what another version wrote is left alone
   * @param kind.schema - of plain JSON; what it has read, it reads again as the same
   */
  open<Value>(kind: {
    readonly name: string
    readonly version: number
    readonly schema: v.GenericSchema<unknown, Value>
  }): Records<Value>
  openTexts(kind: { readonly name: string; readonly most: number }): RecordedTexts
  /** The seed of the client's own key (Ed25519), drawn the first time. */
  seed(ciphers: Pick<Ciphers, 'randomBytes'>): Bytes
}

/**
 * Records over a storage. While the page lives its memory is the truth and the storage a copy of it: one that is blocked, full, corrupt, or
 * cleared meanwhile costs no more than what the next page would have found.
 *
 * @param parameters.storage - synchronous, and written by this page alone; undefined where there is none
 * @param parameters.relay - whose clients' records have a place of their own, as what one relay carries no other does
 * @param parameters.report - told once, at most, of a storage that fails or can't be read; nothing of what is stored is part of it
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
  readonly storage: KeyValueStorage | undefined
  readonly relay?: string | undefined
  readonly report: (error: StorageError | UnreadableRecordsError) => void
}): RecordBook {
  let tell = (error: StorageError | UnreadableRecordsError): void => {
    tell = () => {}
    report(error)
  }
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run()
    } catch (cause) {
      tell(new StorageError({ cause }))
      return undefined
    }
  }
  const load = <Value>({
    name,
    version,
    schema,
  }: {
    readonly name: string
    readonly version: number
    readonly schema: v.GenericSchema<unknown, Value>
  }): { readonly entries: Map<string, Value>; readonly save: () => void } => {
    const key = `walletconnect/${relay}${name}/${version}`
    const Entry = v.tuple([v.string(), schema])
    const entries = new Map<string, Value>()
    for (const stored of listIn(attempt(() => storage?.getItem(key)))) {
      const { success, output } = v.safeParse(Entry, stored)
      if (success) entries.set(...output)
      else tell(new UnreadableRecordsError({ kind: name }))
    }
    return { entries, save: () => attempt(() => storage?.setItem(key, JSON.stringify([...entries]))) }
  }
  const open: RecordBook['open'] = (kind) => {
    const { entries, save } = load(kind)
    return {
      all: () => [...entries],
      get: (id) => entries.get(id),
      set(id, value) {
        entries.set(id, value)
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
      const { entries, save } = load({ name, version: 1, schema: v.literal(1) })
      return {
        add(text) {
          if (entries.has(text)) return false
          entries.set(text, 1)
          for (const oldest of entries.keys()) if (entries.size > most) entries.delete(oldest)
          save()
          return true
        },
      }
    },
    seed({ randomBytes }) {
      const seeds = open({ name: 'seed', version: 1, schema: v.pipe(v.string(), v.check(isHex32)) })
      const known = seeds.get('client')
      if (known !== undefined) return hexToBytes(known)
      const seed = randomBytes(32)
      seeds.set('client', bytesToHex(seed))
      return seed
    },
  }
}

/** What isn't a list stands for one entry that can't be read; the engine's own error would repeat what is stored. */
function listIn(text: string | null | undefined): readonly unknown[] {
  if (typeof text !== 'string') return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : [list]
  } catch {
    return [undefined]
  }
}
