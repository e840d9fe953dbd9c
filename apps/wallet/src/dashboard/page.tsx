import { WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { passkeysOf } from '../doors/passkey.js'
import { sayHere } from '../messages/dashboardSentences.js'
import movingSheet from '../moving/moving.css?inline'
import type { WalletSettings } from '../settings.js'
import { createDeviceDatabase } from '../vault/deviceDatabase.js'
import { createRunTask } from '../vault/runTask.js'
import { createWorkerStarter } from '../vault/startWorker.js'
import { Brand } from '../views/Message.js'
import { mount } from '../views/mount.js'
import { DashboardPage } from './DashboardPage.js'
import errandsSheet from './errands.css?inline'
import { Home } from './Home.js'
import headSheet from './head.css?inline'
import { ImportPage } from './ImportPage.js'
import { takeNamedEmail } from './namedEmail.js'
import { type OpenDashboard, openDashboard } from './openDashboard.js'
import { RecoverPage } from './RecoverPage.js'
import sectionsSheet from './sections.css?inline'

const sheet = headSheet + sectionsSheet + errandsSheet

/** The wallet's own pages: that of a wallet which is open; and those to which a file is brought, of a wallet that was another operator's, or to open one without the servers. */
export async function start({
  place,
  settings,
}: {
  readonly place: HTMLElement
  readonly settings: WalletSettings
}): Promise<void> {
  const run = createRunTask(createWorkerStarter(window))
  const passkeys = passkeysOf(window)
  if (settings.page === 'recover') {
    mount(place, branded(<RecoverPage run={run} passkeys={passkeys} />), sheet)
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
    page: document,
    now: Date.now,
    report: (error) => console.warn(error),
  }
  if (settings.page === 'import') {
    mount(
      place,
      branded(<ImportPage run={run} open={(run) => openDashboard({ ...opening, run })} />),
      sheet + movingSheet,
    )
    return
  }
  const namedEmail = takeNamedEmail(window)
  const dashboard = await openDashboard(opening)
  const page = (
    <DashboardPage servers={dashboard.servers}>
      {(unasked) => <Home dashboard={dashboard} namedEmail={namedEmail} {...unasked} />}
    </DashboardPage>
  )
  mount(place, branded(page), sheet + movingSheet)
}

const branded = (page: ReactNode): ReactNode => (
  <Brand
    value={
      <p className="brand">
        <WalletIcon />
        {sayHere('dashboard.brand')}
      </p>
    }
  >
    {page}
  </Brand>
)
