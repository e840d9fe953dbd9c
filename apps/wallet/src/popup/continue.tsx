import { createServers } from '../login/servers.js'
import { createDeviceDatabase, openDeviceStore } from '../vault/deviceStore.js'
import { mount } from '../views/mount.js'
import { ContinuePage } from './ContinuePage.js'
import { joinFrame } from './joinFrame.js'

/** The window in which a known browser continues at another site. */
export async function start({ place }: { readonly place: HTMLElement }): Promise<void> {
  const frame = joinFrame(window)
  const store = await openDeviceStore({
    database: createDeviceDatabase(window),
    report: (error) => console.warn(error),
  })
  const servers = createServers({ fetch: window.fetch.bind(window), keys: () => store.get().keys })
  mount(place, <ContinuePage window={window} frame={frame} servers={servers} />)
}
