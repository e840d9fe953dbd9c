import type { Family } from '../chain/ids.js'
import type { ResolvedOptions } from '../config/options.js'
import { installedAs, type ListedWallet, type WalletPlatform, walletPlatforms } from '../connector/listedWallet.js'
import type { FoyerContext } from '../context.js'
import { pickedWallet } from '../offered/offeredWallets.js'
import { isMobile } from '../platform/browser.js'
import { siwxSource } from '../setup/setup.js'
import { isUnsupported, networkIdOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import type { Route, ViewEvent } from '../state/viewState.js'
import { type Here, type ShownAttempt, shownAttempt, type ViewRoom } from './views.js'

const isNetworkChoice = ({ view }: Route): boolean => view === 'Networks' || view === 'SwitchNetwork'

/** The network was chosen: what stood before the choice is shown. Where that was opened by itself, as by the network button, it has done its work and closes. */
export const networkChosen: ViewEvent = { type: 'wentBack', past: isNetworkChoice }

/** The views that connect, and those that change the network. */
export const connectionViews: ViewRoom = {
  views: {
    ConnectingExternal: { attempt: ({ route }) => inPage(route.connectorId), closesOnceConnected: true },
    ConnectingWalletConnect: {
      attempt({ kit, state, route: { wallet } }) {
        const { platforms, platform, connectorId } = shownPlatforms({ kit, state, wallet })
        if (platform === 'browser') return connectorId === undefined ? undefined : inPage(connectorId)
        const canPair = platforms.some((each) => each !== 'browser' && each !== 'unsupported')
        return canPair ? pairing({ kit, state, wallet, startsByItself: !kit.options.manualWCControl }) : undefined
      },
      closesOnceConnected: true,
    },
    ConnectingWalletConnectBasic: {
      // On a phone it lists wallets; where there is none to list, a code is shown at a press.
      attempt: ({ kit, state }) => pairing({ kit, state, startsByItself: !isMobile() && !kit.options.manualWCControl }),
      closesOnceConnected: true,
    },
    AllWallets: {
      // A list to choose from, but where the host pairs by itself: there the pairing may begin with it [S2.11].
      attempt: ({ kit, state }) =>
        kit.options.manualWCControl ? pairing({ kit, state, startsByItself: false }) : undefined,
      closesOnceConnected: true,
    },
    SwitchNetwork: {
      attempt: ({ route: { networkId } }) => ({ kind: 'switch', networkId, startsByItself: true }),
      next: ({ state, route }) => (networkIdOf(state) === route.networkId ? networkChosen : undefined),
    },
    UnsupportedChain: {
      isHeld: ({ route }) => !route.reason,
      appears: ({ kit, state }, before) =>
        isStranded(state, kit.options) && !isStranded(before, kit.options)
          ? { type: 'opened', route: { view: 'UnsupportedChain' } }
          : undefined, // [S4.7]
      next: ({ kit, state, route }) =>
        route.reason || isStranded(state, kit.options) ? undefined : { type: 'closed' },
    },
  },
}

const inPage = (connectorId: string): ShownAttempt => ({ kind: 'connect', connectorId, startsByItself: true })

function pairing({
  kit,
  state,
  wallet,
  startsByItself,
}: Pick<Here, 'kit' | 'state'> &
  Pick<ShownAttempt, 'startsByItself'> & { readonly wallet?: ListedWallet | undefined }): ShownAttempt {
  return {
    kind: 'connect',
    connectorId: pairingConnectorId(state),
    wallet: wallet && pickedWallet(kit, wallet),
    startsByItself,
    needsNetwork: true,
  }
}

/** A kit without a connector for pairing fails with what is missing. */
export const pairingConnectorId = ({ connectors }: Pick<FoyerState, 'connectors'>): string =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')?.id ?? 'walletConnect'

/** The wallet that the view waits for has agreed: the modal closes. Where visitors sign in, that decides what comes next. */
export function onceConnected({ kit, state }: Here, before: FoyerState): ViewEvent | undefined {
  const shown = shownAttempt(kit, state)
  const isNew = Object.values(state.connection.connections).some(
    ({ id, connector }) =>
      shown?.kind === 'connect' && connector.id === shown.connectorId && !before.connection.connections[id],
  )
  const isLeft = siwxSource(kit) === undefined || isStranded(state, kit.options)
  return isNew && isLeft ? { type: 'closed' } : undefined
}

export interface ShownPlatforms {
  /** The ways by which the wallet can be reached, the usual one first. */
  readonly platforms: readonly WalletPlatform[]
  readonly platform: WalletPlatform
  /** The connector of the wallet in the page, for `browser`. */
  readonly connectorId: string | undefined
}

export interface ShownPlatformsParameters {
  readonly kit: Pick<FoyerContext, 'adapters'>
  readonly state: Pick<FoyerState, 'connectors' | 'connectorFilter' | 'view'>
  readonly wallet: ListedWallet | undefined
}

/** Returns the platforms on which a wallet can be reached from here, and which one is taken. */
export function shownPlatforms({
  kit: { adapters },
  state: { connectors: known, connectorFilter: wanted, view },
  wallet,
}: ShownPlatformsParameters): ShownPlatforms {
  const mobile = isMobile()
  // One that is in the page for another chain family is no way to the one that is asked for.
  const connectors = wanted ? known.filter(({ families }) => families.includes(wanted)) : known
  // In a wallet's own browser a code would be for another phone: the wallet around the page is meant.
  const around = mobile ? connectors.find(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED') : undefined
  const present = wallet ? installedAs(wallet, connectors) : around
  const ways = walletPlatforms({ wallet, connectors, mobile, hasAdapters: adapters.size > 0 })
  const platforms: readonly WalletPlatform[] = !wallet && present ? ['browser'] : ways
  const platform = platforms.find((each) => each === view.platform) ?? platforms[0] ?? 'qrcode'
  return { platforms, platform, connectorId: present?.id }
}

/** Is the wallet where the dapp isn't, and may and must the visitor leave [S4.7 S4.8]? */
export function isStranded(
  state: FoyerState,
  {
    enableNetworkSwitch,
    allowUnsupportedChain,
  }: Pick<ResolvedOptions, 'enableNetworkSwitch' | 'allowUnsupportedChain'>,
  family?: Family | undefined,
): boolean {
  return enableNetworkSwitch && !allowUnsupportedChain && isUnsupported(state, family)
}

/** Returns where a visitor belongs, by whether a wallet is connected: the view of the modal where nothing else was asked for [S2.13 S2.14]. Features lead there, as they name no view but their own. */
export const homeRoute = ({ connected }: { readonly connected: boolean }): Route => ({
  view: connected ? 'Account' : 'Connect',
})

export interface OpeningFacts {
  /** The view that the host asked for. */
  readonly requested?: Route | undefined
  readonly connected: boolean
  /** The host handles pairing itself. */
  readonly manualPairing: boolean | undefined
  readonly hasAdapters: boolean
  /** A phone or tablet. */
  readonly mobile: boolean
}

/** Which view opening shows [S2.11–S2.14]. */
export function openingRoute({ requested, connected, manualPairing, hasAdapters, mobile }: OpeningFacts): Route {
  if (manualPairing || (!hasAdapters && !connected))
    return { view: mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  return requested ?? homeRoute({ connected })
}
