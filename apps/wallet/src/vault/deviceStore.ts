import { createSigningKeys, encodeBytes, exportPublicKey } from '@foyer/embedded/custody'
import * as v from 'valibot'
import { Device } from './device.js'

/** Where a device is kept: one record. */
export interface DeviceDatabase {
  read(): Promise<unknown>
  write(record: Device): Promise<void>
}

/** The device of this page. */
export interface DeviceStore {
  /** What is kept is found again when the page is loaded again. False where the browser keeps nothing for a frame. */
  readonly isKept: boolean
  get(): Device
  /** Takes over what another tab has kept of this device meanwhile. */
  refresh(): Promise<void>
  /** Changes what is kept. @throws the database's error where it can't be written */
  set(part: Partial<Omit<Device, 'version' | 'keys'>>): Promise<void>
  /** Forgets everything, and becomes another device. */
  reset(): Promise<void>
}

/**
 * Opens the device of this page. What was stored by another version or was changed is left, and the page is a new device; where the browser has no
 * storage for it, the device is one until the page is left [F20].
 */
export async function openDeviceStore({
  database,
  given,
  report,
}: {
  readonly database: DeviceDatabase
  /** A device that takes the place of what is kept. */
  readonly given?: Device | undefined
  readonly report: (error: unknown) => void
}): Promise<DeviceStore> {
  const stored = await database.read().then(
    (record) => ({ isKept: true, record }),
    (error: unknown) => {
      report(error)
      return { isKept: false, record: undefined }
    },
  )
  const { success, output } = v.safeParse(Device, stored.record)
  let device = given ?? (success ? output : await newDevice())
  const keep = async () => {
    if (stored.isKept) await database.write(device)
  }
  const refresh = async () => {
    if (!stored.isKept) return
    const { success, output } = v.safeParse(Device, await database.read())
    if (success && (await isSameKey(output, device))) device = output
  }
  if (given || !success) await keep()
  return {
    isKept: stored.isKept,
    get: () => device,
    refresh,
    async set(part) {
      await refresh()
      device = { ...device, ...part }
      await keep()
    },
    async reset() {
      device = await newDevice()
      await keep()
    },
  }
}

/** Whether two records are of one device. */
async function isSameKey(one: Device, other: Device): Promise<boolean> {
  const [ones, others] = await Promise.all([one, other].map(({ keys }) => exportPublicKey(keys.publicKey)))
  return ones !== undefined && others !== undefined && encodeBytes(ones) === encodeBytes(others)
}

const newDevice = async (): Promise<Device> => ({
  version: 1,
  keys: await createSigningKeys(),
  email: null,
  wallet: null,
  ceremony: null,
  refreshToken: null,
})

const place = { database: 'foyer-wallet', store: 'device' } as const

/**
 * The browser's database. Opened a call: a connection that stays open would stand in the way of another version's page.
 * @param of - the site that the device is of, also where the browser doesn't keep a frame's storage apart: a login at one site isn't seen at another.
 * Without one it is the browser's own, by which the keeper knows it
 */
export function createDeviceDatabase(page: { readonly indexedDB: IDBFactory }, of = 'own'): DeviceDatabase {
  return {
    read: () => inDatabase(page, 'readonly', (store) => store.get(of)),
    async write(record) {
      await inDatabase(page, 'readwrite', (store) => store.put(record, of))
    },
  }
}

async function inDatabase<Result>(
  page: { readonly indexedDB: IDBFactory },
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  // Where storage is blocked, reading the property throws already.
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
