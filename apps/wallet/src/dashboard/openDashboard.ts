import { createOpenBy, type OpenBy } from '../doors/openBy.js'
import type { PasskeyBrowser } from '../doors/passkey.js'
import { enterByDoor, type OpenedDoor } from '../login/byDoor.js'
import { type Continuation, releasedBy } from '../login/continuation.js'
import type { WalletOpening } from '../login/openWallet.js'
import { createOwnLogin, type OwnLogin } from '../login/ownLogin.js'
import { openDevice } from '../servers/device.js'
import { type CookiePage, keepsCookies } from '../servers/pageCookie.js'
import type { SessionHolder } from '../servers/session.js'
import type { ServedNetwork, WalletSettings } from '../settings.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import type { HoldingsApi } from './holdings.js'

/** The wallet as its own page has it: by the browser's own key, which the keeper knows, and a session of its own. */
export interface Dashboard extends Omit<WalletOpening, 'token' | 'person'>, OwnLogin {
  /** The wallet's own, which is the site that this device is of. */
  readonly origin: string
  readonly store: DeviceStore
  readonly session: SessionHolder
  readonly run: RunTask
  readonly passkeys: PasskeyBrowser | undefined
  readonly openBy: OpenBy
  /** Opens the wallet here by a door that is open. @throws WalletError */
  enter(opened: OpenedDoor): Promise<void>
  /** The API of the accounts' holdings; undefined where the operator has set up none. */
  readonly api: HoldingsApi | undefined
  /** Has the keeper release the wallet here, where it knows this browser. */
  continueHere(continuation: Continuation): Promise<void>
}

export interface OpenDashboard {
  readonly origin: string
  /** In whose name the API is asked; empty where the operator has named none. */
  readonly projectId: string
  /** Those that the wallet has. */
  readonly networks: readonly ServedNetwork[]
  readonly keeperKeys: WalletSettings['keeperKeys']
  /** The browser's own. */
  readonly database: DeviceDatabase
  readonly run: RunTask
  readonly passkeys: PasskeyBrowser | undefined
  readonly fetch: typeof globalThis.fetch
  readonly page: CookiePage
  readonly now: () => number
  readonly report: (error: unknown) => void
}

export async function openDashboard(parameters: OpenDashboard): Promise<Dashboard> {
  const { origin, projectId, networks, keeperKeys, run, passkeys, fetch, page, now } = parameters
  const device = await openDevice(parameters)
  const { servers } = device
  const opening = { ...device, run, keeperKeys, now }
  const keepsIn = keepsCookies(page) ? 'cookie' : 'page'
  const at = { site: origin, projectId: undefined, keepsIn } as const
  const own = createOwnLogin({ ...opening, ...at })
  return {
    ...{ ...opening, ...own, origin, passkeys },
    openBy: createOpenBy({ servers, passkeys }),
    enter: (opened) => enterByDoor(own.entering, { opened }),
    api: projectId === '' ? undefined : { origin, projectId, networks, fetch },
    async continueHere({ asked, released }) {
      await released(await releasedBy(servers, asked))
    },
  }
}
