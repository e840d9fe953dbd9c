import type {
  ConnectorHost,
  ConnectRequest,
  Family,
  LoginProfile,
  Network,
  NetworkId,
  PreferAccountTypeRequest,
  UpdateEmailRequest,
} from '@foyer/core'
import { isNetworkId } from '@foyer/core/chain'
import { SDK_TYPE, sdkVersion } from '@foyer/core/wire'
import { FrameReplyError, FrameTimeoutError, SecureSiteMissingError } from '../errors.js'
import { createFrame, type Frame } from '../frame/createFrame.js'
import { addressVersion, framePath, stillWaiting } from '../protocol/hello.js'
import { type SocialProviderName, socialProviders, type UserSession } from '../protocol/messages.js'
import { embeddedNetworks, toChainId } from '../protocol/networks.js'
import { createPressWindow, type PressWindow } from './pressWindow.js'
import type { Records } from './records.js'

/** The families that the wallet has accounts of. */
export const servedFamilies = ['eip155', 'solana'] as const satisfies readonly Family[]
export type ServedFamily = (typeof servedFamilies)[number]

/** The family of a network, where the wallet has accounts of it. */
export const familyOf = (networkId: NetworkId): ServedFamily | undefined =>
  servedFamilies.find((family) => networkId.startsWith(`${family}:`))

/** The configured networks that the wallet serves. */
export const servedNetworks = (
  { networks }: Pick<ConnectorHost, 'networks'>,
  served: ReadonlySet<NetworkId>,
): readonly Network[] => networks().filter(({ caipNetworkId }) => served.has(caipNetworkId))

/** A login by the way that the visitor chose. */
export interface LogIn extends Pick<ConnectRequest, 'login' | 'ask' | 'step' | 'signal'> {
  readonly kit: LoginKit
}

/** Another kind of account, for a login. */
export interface PreferType extends PreferAccountTypeRequest {
  readonly kit: LoginKit
  /** Makes a network the connection's, and takes over who is there. */
  readonly goTo: LoginKit['goTo']
}

/** The ways to log in, to another address, and to another kind of account. */
export interface LoginWays {
  /** @returns who that is, as far as it says so; undefined where no way was chosen */
  logIn(request: LogIn): Promise<LoginProfile | undefined>
  /** Goes on with a login that had left the page. @returns undefined where the page was opened otherwise */
  returnedBySocial(request: Pick<LogIn, 'kit' | 'signal'>): Promise<LoginProfile | undefined>
  updateEmail(request: UpdateEmailRequest & { readonly kit: LoginKit; readonly from: string }): Promise<void>
  preferAccountType(request: PreferType): Promise<void>
}

/** Fetched by those alone who log in, or go to another address: a visitor who was logged in the last time needs none of it. */
export type Ways = () => Promise<LoginWays>

export interface LoginOptions {
  /** The accessible name of the frame. */
  readonly name: string
  readonly connectorId: string
  readonly networks: readonly NetworkId[]
  readonly enableLogger: boolean
  /** Whether the press that asks opens the wallet's window. */
  readonly opensWindow: boolean
  readonly ways: Ways
}

/** The parts that a kit has of the embedded wallet once it is used. */
export interface LoginKit {
  readonly host: ConnectorHost
  readonly frame: Frame
  readonly records: Records
  readonly connectorId: string
  readonly ways: Ways
  /** Opens the wallet's own window in the press that asks, where the dapp would have it so. */
  readonly pressWindow: PressWindow | undefined
  /** The networks that the wallet serves: as its page says them, else the usual ones and the dapp's own word. */
  readonly served: ReadonlySet<NetworkId>
  /** Says who asks and how it looks; once for a page. @returns the numbers of the networks on which the wallet has smart accounts [S4.29] */
  sync(): Promise<readonly number[]>
  /** Has the page go to a network, unless it is there: a request doesn't say for which one it is. */
  goTo(networkId: NetworkId, signal?: AbortSignal | undefined): Promise<void>
  /** The provider of that name whose page the wallet leads to; undefined for any other. */
  socialOf(name: string | null): SocialProviderName | undefined
  /** Asks what takes longer than an answer may: then the same is asked about again, and nothing is done again [S9.28]. */
  untilAnswered: Frame['request']
  /** Who is there on a network; the page is on it from then on. */
  user(networkId: NetworkId, signal?: AbortSignal | undefined): Promise<UserSession>
}

/** Loads the wallet's page for a kit. @throws SecureSiteMissingError */
export function openLoginKit(host: ConnectorHost, records: Records, options: LoginOptions): LoginKit {
  const { connectorId, networks, name, ways } = options
  const served = new Set([...embeddedNetworks, ...networks])
  const frame = createFrame({
    ...{ document, src: addressOf({ host, served, ...options }), title: name },
    ...{ clock: host.clock, report: host.report },
  })
  // One that doesn't come says so to its callers.
  const report = (error: unknown) => {
    if (!frame.isOver()) host.report(error)
  }
  const sync = () => syncTheme(frame, host).catch(report)
  const stopTheme = host.theme?.subscribe(sync)
  const system = systemIsDark()
  system?.addEventListener('change', sync)
  host.onStop(() => {
    stopTheme?.()
    system?.removeEventListener('change', sync)
    frame.end()
  })
  let synced: Promise<readonly number[]> | undefined
  let at: NetworkId | undefined
  // Loaded anew, the page is on its first network again.
  frame.listen(({ name }) => {
    if (name === 'READY') at = undefined
  })
  const kit: LoginKit = {
    ...{ host, frame, records, connectorId, ways },
    pressWindow: options.opensWindow ? createPressWindow({ frame, lang: `${host.lang}` }) : undefined,
    get served() {
      const networks = frame.networks()?.filter((each) => isNetworkId(each))
      return networks ? new Set(networks) : served
    },
    sync() {
      // A page that knows neither can still be used.
      synced ??= Promise.all([syncDapp(frame, host).catch(report), sync()]).then(() => findSmartNetworks(kit))
      return synced
    },
    socialOf: (name) => socialProviders.find((each) => each === name),
    async untilAnswered(name, payload, signal) {
      for (;;) {
        try {
          return await frame.request(name, payload, signal)
        } catch (error) {
          const isWaiting = error instanceof FrameReplyError && error.message === stillWaiting
          if (!isWaiting && !(error instanceof FrameTimeoutError)) throw error
        }
      }
    },
    async goTo(networkId, signal) {
      if (at !== networkId) await frame.request('SWITCH_NETWORK', { chainId: networkId }, signal)
      at = networkId
    },
    async user(networkId, signal) {
      const user = await frame.request('GET_USER', { chainId: toChainId(networkId) }, signal)
      at = networkId
      return user
    },
  }
  return kit
}

async function findSmartNetworks({ frame, records }: LoginKit): Promise<readonly number[]> {
  const { smartAccountEnabledNetworks: numbers } = await frame
    .request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined)
    .catch(() => ({ smartAccountEnabledNetworks: [] })) // a wallet that can't say has none [S4.29]
  records.setSmartNetworks(numbers)
  return numbers
}

/** The kit's name on the wire; which framework draws it is nothing to the page. */
const sdk = { sdkType: SDK_TYPE, sdkVersion: sdkVersion({ platform: 'html', adapters: [] }) }

/** Says to the wallet's page which dapp it is in. */
async function syncDapp(frame: Frame, { metadata, projectId }: ConnectorHost): Promise<void> {
  const { name, description, url, icons } = metadata
  await frame.request('SYNC_DAPP_DATA', {
    metadata: { name, description, url, icons: [...icons] },
    ...sdk,
    projectId,
  })
}

/** The page's accents where the host has chosen none, as the original's. */
const accents = { light: 'hsla(231, 100%, 70%, 1)', dark: 'hsla(230, 100%, 67%, 1)' } as const
const backgrounds = { light: '#fff', dark: '#121313' } as const

/** Whether the visitor's system is dark: what a dapp without a theme of its own looks like. */
const systemIsDark = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** Has the wallet's page look as the modal does. */
export async function syncTheme(frame: Frame, { theme }: Pick<ConnectorHost, 'theme'>): Promise<void> {
  if (!theme) return
  const { mode, variables } = theme.get()
  const themeMode = mode ?? (systemIsDark()?.matches ? 'dark' : 'light')
  const themeVariables: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) themeVariables[name] = value
  }
  await frame.request('SYNC_THEME', {
    themeMode,
    themeVariables,
    w3mThemeVariables: {
      '--w3m-accent': `${themeVariables['--w3m-accent'] ?? accents[themeMode]}`,
      '--w3m-background': backgrounds[themeMode],
    },
  })
}

/** The page's address, at the operator's secure site [S2.26 S2.27]. @throws SecureSiteMissingError */
function addressOf({
  host,
  served,
  enableLogger,
}: { readonly host: ConnectorHost; readonly served: ReadonlySet<NetworkId> } & LoginOptions): string {
  if (!host.secureOrigin) throw new SecureSiteMissingError()
  const [first] = servedNetworks(host, served)
  const query = new URLSearchParams({
    projectId: host.projectId,
    chainId: first?.caipNetworkId ?? 'eip155:1',
    version: addressVersion,
    enableLogger: `${enableLogger}`,
    origin: location.origin,
    lang: `${host.lang}`,
  })
  return `${new URL(framePath, host.secureOrigin)}?${query}`
}
