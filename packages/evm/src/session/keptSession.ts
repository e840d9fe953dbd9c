import { type Hex, isHex } from '@foyer/core/chain'
import * as v from 'valibot'

const place = { database: 'foyer-sessions', store: 'sessions' } as const

const Bytes = v.instance(Uint8Array<ArrayBuffer>)
const HexText = v.custom<Hex>(isHex)
const Address = v.pipe(HexText, v.length(42))

/** What was granted, as far as redeeming and ending it need it. */
export const KeptGrant = v.object({
  context: v.pipe(HexText, v.maxLength(65_536)),
  delegationManager: Address,
  /** In unix seconds. */
  expiresAt: v.number(),
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

/**
 * Reads a session that this browser keeps; what can't be read or opened is none, and is made anew.
 *
 * @param name - of the session, with its account and network
 */
export async function readSession(
  page: Pick<typeof globalThis, 'indexedDB'>,
  name: string,
): Promise<KeptSession | undefined> {
  const { success, output } = v.safeParse(Kept, await inDatabase(page, 'readonly', (store) => store.get(name)))
  if (!success) return undefined
  const { sealing, iv, sealed, granted } = output
  try {
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: beside(name) }, sealing, sealed)
    const privateKey = new TextDecoder().decode(opened)
    return isHex(privateKey) && privateKey.length === 66 ? { privateKey, granted: granted ?? undefined } : undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined // sealed by another key, or changed
    throw error
  }
}

/** Keeps a session, sealed by a key of its own that can't be taken out of the browser. */
export async function keepSession(
  page: Pick<typeof globalThis, 'indexedDB'>,
  name: string,
  { privateKey, granted }: KeptSession,
): Promise<void> {
  const sealing = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: 'AES-GCM', iv, additionalData: beside(name) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, sealing, new TextEncoder().encode(privateKey)))
  const kept: Kept = { sealing, iv, sealed, granted: granted ?? null }
  await inDatabase(page, 'readwrite', (store) => store.put(kept, name))
}

/** What was sealed for one session opens for no other. */
const beside = (name: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(name)

/** Opened a call: a connection that stays open would stand in the way of another version's page. */
async function inDatabase<Result>(
  page: Pick<typeof globalThis, 'indexedDB'>,
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
