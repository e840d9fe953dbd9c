import { type Attempt, type Attempts, type ConnectAttempt, isRunning, type SwitchAttempt } from '../attempt/attempt.js'
import type { PickedWallet } from '../connector/connector.js'
import { contextOf, type FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import { isMobile } from '../platform/browser.js'
import type { FoyerState } from '../store/state.js'
import { installedAs, type ListedWallet, type WalletPlatform, walletPlatforms } from '../wallets/listedWallet.js'
import { pickedWallet } from '../wallets/walletImages.js'
import { leaveNetworks } from './navigate.js'
import { currentRoute } from './viewState.js'

/** What the shown view waits for. */
export type ShownAttempt =
  | {
      readonly kind: 'connect'
      readonly connectorId: string
      readonly wallet?: PickedWallet | undefined
      /** The connector reaches a wallet elsewhere by a pairing. */
      readonly isPairing: boolean
      /** Entering the view starts it; else the host or a press does. */
      readonly startsByItself: boolean
    }
  | { readonly kind: 'switch'; readonly networkId: SwitchAttempt['networkId']; readonly startsByItself: true }

type Kit = Pick<FoyerContext, 'options' | 'adapters'>

/** The attempt that the shown view waits for; undefined where it waits for none. */
export function shownAttempt(kit: Kit, state: FoyerState): ShownAttempt | undefined {
  if (!state.view.open) return undefined
  const route = currentRoute(state.view)
  switch (route.view) {
    case 'ConnectingExternal':
      return inPage(route.connectorId)
    case 'SwitchNetwork':
      return { kind: 'switch', networkId: route.networkId, startsByItself: true }
    case 'ConnectingWalletConnectBasic':
      // On a phone it lists wallets, and shows a code where there is none to list.
      return isMobile() && state.view.platform !== 'qrcode' ? undefined : pairing(kit, state)
    case 'ConnectingWalletConnect': {
      const { platforms, platform, connectorId } = shownPlatforms({ kit, state, wallet: route.wallet })
      if (platform === 'browser') return connectorId === undefined ? undefined : inPage(connectorId)
      const canPair = platforms.some((each) => each !== 'browser' && each !== 'unsupported')
      return canPair ? pairing(kit, state, route.wallet) : undefined
    }
    default:
      return undefined
  }
}

const inPage = (connectorId: string): ShownAttempt => ({
  kind: 'connect',
  connectorId,
  isPairing: false,
  startsByItself: true,
})

/** A kit without a connector for pairing fails with what is missing. */
export const pairingConnectorId = ({ connectors }: Pick<FoyerState, 'connectors'>): string =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')?.id ?? 'walletConnect'

function pairing(kit: Kit, state: FoyerState, wallet?: ListedWallet | undefined): ShownAttempt {
  return {
    kind: 'connect',
    connectorId: pairingConnectorId(state),
    wallet: wallet && pickedWallet(kit, wallet),
    isPairing: true,
    startsByItself: !kit.options.manualWCControl,
  }
}

export interface ShownPlatforms {
  /** The ways by which the wallet can be reached, the usual one first. */
  readonly platforms: readonly WalletPlatform[]
  readonly platform: WalletPlatform
  /** The connector of the wallet in the page, for `browser`. */
  readonly connectorId: string | undefined
}

export interface ShownPlatformsParameters {
  readonly kit: Pick<Kit, 'adapters'>
  readonly state: Pick<FoyerState, 'connectors' | 'connectorFilter' | 'view'>
  readonly wallet: ListedWallet | undefined
}

/** Where a wallet can be reached from here, and which way is taken. */
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

/** What an attempt is made at. */
export type AttemptTarget = Pick<ConnectAttempt, 'kind' | 'connectorId'> | Pick<SwitchAttempt, 'kind' | 'networkId'>

/** The store's attempt at a target, running or ended. */
export function attemptAt(attempts: Attempts, target: AttemptTarget | undefined): Attempt | undefined {
  if (target?.kind === 'switch') return attempts.switch?.networkId === target.networkId ? attempts.switch : undefined
  return target && attempts.connect?.connectorId === target.connectorId ? attempts.connect : undefined
}

/** Starts what the shown view waits for, again or by a press; a running attempt goes on. */
export function startShownAttempt(kit: Attempting): void {
  const context = contextOf(kit)
  const { store } = context
  const shown = shownAttempt(context, store.getState())
  if (!shown || isRunning(attemptAt(store.getState().connection.attempts, shown))) return
  const failed = (error: unknown) => reportUnexpected(context, error)
  if (shown.kind === 'connect') {
    const { connectorId, wallet } = shown
    return void kit.connect({ connectorId, wallet }).catch(failed)
  }
  const { networkId } = shown
  const arrived = () => {
    // The router goes back by itself where the network changed; where the wallet was there already, nothing did.
    const { view } = store.getState()
    const route = currentRoute(view)
    if (view.open && route.view === 'SwitchNetwork' && route.networkId === networkId) leaveNetworks(kit)
  }
  kit.switchNetwork({ networkId }).then(arrived, failed)
}

export type Attempting = Pick<Foyer, 'connect' | 'switchNetwork' | 'close'>

/** Reports what an attempt rejected with, unless it was cancelled or refused by the visitor: the store has its end. */
export function reportUnexpected({ report }: Pick<FoyerContext, 'report'>, error: unknown): void {
  const isExpected = error instanceof FoyerError && (error.code === 'aborted' || error.code === 'user_rejected')
  if (!isExpected) report(error)
}
