import { ImportPage } from '../moving/ImportPage.js'
import movingSheet from '../moving/moving.css?inline'
import type { WalletSettings } from '../settings.js'
import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { mount } from '../views/mount.js'
import { DashboardPage } from './DashboardPage.js'
import sheet from './dashboard.css?inline'
import { Home } from './Home.js'
import { type OpenDashboard, openDashboard } from './openDashboard.js'
import { RecoverPage } from './RecoverPage.js'

/** The wallet's own pages: that of a wallet which is open; and those to which a file is brought, of a wallet that was another operator's, or to open one without the servers. */
export async function start({
  place,
  settings,
}: {
  readonly place: HTMLElement
  readonly settings: WalletSettings
}): Promise<void> {
  const run = createRunTask(createWorkerStarter(window))
  const passkeys = navigator.credentials
  if (settings.page === 'recover') {
    mount(place, <RecoverPage run={run} passkeys={passkeys} />, sheet)
    return
  }
  const opening: OpenDashboard = {
    origin: window.location.origin,
    projectId: settings.projectId,
    networks: settings.networks,
    keeperKeys: settings.keeperKeys,
    database: createDeviceDatabase(window),
    run,
    passkeys,
    fetch: window.fetch.bind(window),
    now: Date.now,
    report: (error) => console.warn(error),
  }
  if (settings.page === 'import') {
    mount(place, <ImportPage run={run} open={(run) => openDashboard({ ...opening, run })} />, sheet + movingSheet)
    return
  }
  const dashboard = await openDashboard(opening)
  const page = (
    <DashboardPage servers={dashboard.servers}>
      {(unasked) => <Home dashboard={dashboard} {...unasked} />}
    </DashboardPage>
  )
  mount(place, page, sheet + movingSheet)
}
