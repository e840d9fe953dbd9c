import type { WalletSettings } from '../settings.js'
import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { mount } from '../views/mount.js'
import { DashboardPage } from './DashboardPage.js'
import sheet from './dashboard.css?inline'
import { Home } from './Home.js'
import { openDashboard } from './openDashboard.js'

/** The wallet's own page. */
export async function start({
  place,
  settings,
}: {
  readonly place: HTMLElement
  readonly settings: WalletSettings
}): Promise<void> {
  const dashboard = await openDashboard({
    origin: window.location.origin,
    keeperKeys: settings.keeperKeys,
    database: createDeviceDatabase(window),
    run: createRunTask(createWorkerStarter(window)),
    passkeys: navigator.credentials,
    fetch: window.fetch.bind(window),
    now: Date.now,
    report: (error) => console.warn(error),
  })
  const page = (
    <DashboardPage servers={dashboard.servers}>
      {(unasked) => <Home dashboard={dashboard} {...unasked} />}
    </DashboardPage>
  )
  mount(place, page, sheet)
}
