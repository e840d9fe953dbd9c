import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { openDevice } from './device.js'
import type { Servers } from './servers.js'

/** The servers, asked by the key of this browser: it stays in first-party storage, and is known to the keeper once a link was confirmed by it. */
export async function openBrowser(): Promise<{ readonly servers: Servers; readonly keys: () => CryptoKeyPair }> {
  const { servers, store } = await openDevice({
    database: createDeviceDatabase(window),
    fetch: window.fetch.bind(window),
    now: Date.now,
    report: (error) => console.warn(error),
  })
  return { servers, keys: () => store.get().keys }
}
