import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { createServers, type Servers } from './servers.js'

/** The servers, asked by the key of this browser: it stays in first-party storage, and is known to the keeper once a link was confirmed by it. */
export async function openBrowser(): Promise<{ readonly servers: Servers; readonly keys: () => CryptoKeyPair }> {
  const store = await openDeviceStore({
    database: createDeviceDatabase(window),
    report: (error) => console.warn(error),
  })
  const keys = () => store.get().keys
  return { servers: createServers({ fetch: window.fetch.bind(window), keys }), keys }
}
