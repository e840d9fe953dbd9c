import type { Device } from './device.js'

/** The store of a device: one record. */
export interface DeviceDatabase {
  read(): Promise<unknown>
  write(record: Device): Promise<void>
}

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
