import { createStore, type Store } from '../frame/state.js'
import { enterByDoor, type OpenedDoor } from '../login/byDoor.js'
import { type Continuation, releasedBy } from '../login/continuation.js'
import { createLogin, type Login, type LoginParameters, type LoginScreen } from '../login/login.js'
import type { WalletOpening } from '../login/openWallet.js'
import { createServers } from '../login/servers.js'
import { createSession, type SessionHolder } from '../login/session.js'
import { createOpenDoor, type OpenDoor } from '../popup/openDoor.js'
import type { ServedNetwork, WalletSettings } from '../settings.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import { type DeviceStore, openDeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import type { HoldingsApi } from './holdings.js'
import type { PasskeyBrowser } from './passkey.js'

/** The wallet as its own page has it: by the browser's own key, which the keeper knows, and a session of its own. */
export interface Dashboard extends Omit<WalletOpening, 'token' | 'person'> {
  /** The wallet's own, which is the site that this device is of. */
  readonly origin: string
  readonly store: DeviceStore
  readonly session: SessionHolder
  readonly run: RunTask
  readonly login: Login
  /** What any login here needs. */
  readonly entering: LoginParameters
  /** What the login shows. */
  readonly screen: Pick<Store<{ readonly login: LoginScreen | undefined }>, 'get' | 'subscribe'>
  readonly passkeys: PasskeyBrowser
  readonly openDoor: OpenDoor
  /** Opens the wallet here by a door that is open. @throws WalletError */
  enter(opened: OpenedDoor): Promise<void>
  /** What says what the accounts hold; undefined where the operator has set up nothing that does. */
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
  readonly passkeys: PasskeyBrowser
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

export async function openDashboard(parameters: OpenDashboard): Promise<Dashboard> {
  const { origin, projectId, networks, keeperKeys, database, run, passkeys, fetch, now, report } = parameters
  const store = await openDeviceStore({ database, report })
  const servers = createServers({ fetch, keys: () => store.get().keys })
  const session = createSession({ servers, store, now, report })
  const screen = createStore<{ readonly login: LoginScreen | undefined }>({ login: undefined })
  const show = (login: LoginScreen | undefined) => screen.set({ login })
  const opening = { servers, store, run, keeperKeys, now }
  const at = { site: origin, projectId: undefined, keepsIn: 'cookie' } as const
  const entering: LoginParameters = { ...opening, ...at, session, show, report, isOwnHost: () => true }
  return {
    ...{ ...opening, origin, session, screen, passkeys, entering },
    login: createLogin(entering),
    openDoor: createOpenDoor({ servers, passkeys }),
    enter: (opened) => enterByDoor(entering, { opened }),
    api: projectId === '' ? undefined : { origin, projectId, networks, fetch },
    async continueHere({ asked, released }) {
      await released(await releasedBy(servers, asked))
    },
  }
}
