import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { createServers, type Servers } from './servers.js'

/** The servers, asked by the key of this browser: it stays in first-party storage, and is known to the keeper once a link was confirmed by it. */
export async function openBrowser(): Promise<Servers> {
  const store = await openDeviceStore({
    database: createDeviceDatabase(window),
    report: (error) => console.warn(error),
  })
  return createServers({ fetch: window.fetch.bind(window), keys: () => store.get().keys })
}
