import { type Hex, isHex } from '@foyer/core/chain'
import * as v from 'valibot'
import { SessionNotKeptError } from './errors.js'

const place = { database: 'foyer-sessions', store: 'sessions' } as const

const Bytes = v.instance(Uint8Array<ArrayBuffer>)
const HexText = v.custom<Hex>(isHex)
const Address = v.pipe(HexText, v.length(42))

/** The granted permission, as far as redeeming and ending it need it. */
export const KeptGrant = v.object({
  context: v.pipe(HexText, v.maxLength(65_536)),
  delegationManager: Address,
  /** In unix seconds. */
  expiresAt: v.number(),
  /** The server's name of it, where that lists it. */
  pci: v.optional(v.string()),
})
export type KeptGrant = v.InferOutput<typeof KeptGrant>

const Kept = v.object({
  // Usable in this browser alone: it can't be read out of it, also not by this page.
  sealing: v.instance(CryptoKeyClass()),
  iv: Bytes,
  sealed: Bytes,
  granted: v.nullable(KeptGrant),
})
type Kept = v.InferOutput<typeof Kept>

/** On a server there is none; nothing is kept there either. */
function CryptoKeyClass(): typeof CryptoKey {
  return globalThis.CryptoKey ?? class {}
}

export interface KeptSession {
  readonly privateKey: Hex
  readonly granted: KeptGrant | undefined
}

/** The browser, as far as it keeps sessions. */
export type KeepingPage = Pick<typeof globalThis, 'indexedDB' | 'origin'>

/**
 * Reads a session that this browser keeps.
 *
 * @param name - of the session, with its account and network
 * @returns undefined where there is none
 * @throws SessionNotKeptError where the browser's storage doesn't answer, or what it has isn't a session of this name and origin
 */
export async function readSession(page: KeepingPage, name: string): Promise<KeptSession | undefined> {
  const found: unknown = await inDatabase(page, 'readonly', (store) => store.get(name))
  if (found === undefined) return undefined
  const { success, output, issues } = v.safeParse(Kept, found)
  if (!success) throw new SessionNotKeptError({ why: 'broken', cause: new v.ValiError(issues) })
  const { sealing, iv, sealed, granted } = output
  const algorithm = { name: 'AES-GCM', iv, additionalData: beside(page, name) }
  const opened = await crypto.subtle.decrypt(algorithm, sealing, sealed).catch((cause: unknown) => {
    throw new SessionNotKeptError({ why: 'foreign', cause })
  })
  const privateKey = new TextDecoder().decode(opened)
  if (!isHex(privateKey) || privateKey.length !== 66) throw new SessionNotKeptError({ why: 'broken' })
  return { privateKey, granted: granted ?? undefined }
}

/**
 * Keeps a session, sealed by a key of its own that can't be taken out of the browser.
 *
 * @throws SessionNotKeptError where the browser's storage takes nothing
 */
export async function keepSession(
  page: KeepingPage,
  name: string,
  { privateKey, granted }: KeptSession,
): Promise<void> {
  const sealing = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv, additionalData: beside(page, name) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, new TextEncoder().encode(privateKey)))
  const kept: Kept = { sealing, iv, sealed, granted: granted ?? null }
  await inDatabase(page, 'readwrite', (store) => store.put(kept, name))
}

/**
 * Returns the additional data of the seal: it opens for no other session, and on no other site that is handed the
 * record with its key.
 */
const beside = ({ origin }: KeepingPage, name: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${origin} ${name}`)

/** @throws SessionNotKeptError */
function inDatabase<Result>(
  page: KeepingPage,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  return actIn(page, mode, act).catch((cause: unknown) => {
    throw new SessionNotKeptError({ why: 'storage', cause })
  })
}

/** Opened a call: a connection that stays open would stand in the way of another version's page. */
async function actIn<Result>(
  page: KeepingPage,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = page.indexedDB.open(place.database, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(place.store))
  const database = await ended(opening)
  try {
    return await ended(act(database.transaction(place.store, mode).objectStore(place.store)))
  } finally {
    database.close()
  }
}

const ended = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database failed.')))
    request.addEventListener('blocked', () => reject(new Error('The database is held by another page.')))
  })
