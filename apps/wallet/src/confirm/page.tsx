import { createServers } from '../login/servers.js'
import { createDeviceDatabase, openDeviceStore } from '../vault/deviceStore.js'
import { mount } from '../views/mount.js'
import { ConfirmPage } from './ConfirmPage.js'

/** The keeper's page. Its browser's key stays in first-party storage, and is known to the keeper once a link was confirmed by it. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const { hash, pathname } = window.location
  const link = hash.slice(1)
  // The secret leaves the address at once: what is copied or bookmarked from here opens nothing.
  window.history.replaceState(null, '', pathname)
  const store = await openDeviceStore({
    database: createDeviceDatabase(window),
    report: (error) => console.warn(error),
  })
  const servers = createServers({ fetch: window.fetch.bind(window), keys: () => store.get().keys })
  mount(place, <ConfirmPage servers={servers} link={link} />)
}
