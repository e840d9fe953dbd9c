import type { Clock, Family, Foyer } from '@foyer/core'
import {
  attemptView,
  connectingPhase,
  contextOf,
  knownDirectory,
  noticeOf,
  type ObservableValue,
  observable,
  pickedWallet,
  startAttempt,
  walletOf,
} from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { isMobile } from '@foyer/core/platform'
import { pairingConnectorId } from '@foyer/core/view'
import {
  type AllWalletsRow,
  allWalletsRow,
  type ConnectRow,
  chainsOf,
  comingRows,
  connectRows,
  type DirectoryState,
  directoryRows,
  followChoice,
  type ListedWallet,
  shownName,
  type WalletRow,
  walletOfConnector,
} from '@foyer/core/wallets'
import { useMemo } from 'react'
import { useFoyer } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { type ConnectingPhase, useStarter } from './connecting.js'

/** The time that wallets have to announce themselves before it's said that there is none. */
const announcementMs = 300

export interface ConnectRows {
  /** In the order that the kit's options give them; a `coming` one keeps the place of a wallet that isn't known yet. */
  readonly rows: readonly ConnectRow[]
  /** The row that leads to all wallets, where there is one: see `useFoyerWallets`. */
  readonly all: AllWalletsRow | undefined
  /** `looking`: wallets may still announce themselves. */
  readonly phase: 'looking' | 'found' | 'none'
}

/** The ways to connect that there are. */
export function useRows(): ConnectRows {
  const foyer = useFoyer()
  const { options } = foyer
  const { clock, api } = contextOf(foyer)
  const state = useSelect(({ started, connectors, connectorFilter, networks, recents, features, connection }) => ({
    started,
    connectors,
    connectorFilter,
    networks,
    recents,
    features,
    connection,
  }))
  const known = useDirectory()
  const mobile = isMobile()
  const directory = known.status === 'loading' ? comingRows({ state, options }) : directoryRows({ foyer, ...known })
  const rows = connectRows({ state, options, mobile, directory: { excluded: known.excluded, rows: directory } })
  const all = api || mobile ? allWalletsRow({ state, options, directory: known, mobile }) : undefined
  const waited = useElapsed({ clock, ms: announcementMs })
  return { rows, all, phase: rows.length > 0 || all ? 'found' : state.started && waited ? 'none' : 'looking' }
}

/** Whether a time has passed since this was first drawn. */
function useElapsed({ clock, ms }: { readonly clock: Clock; readonly ms: number }): boolean {
  const source = useMemo(() => {
    const elapsed: ObservableValue<boolean> = observable<boolean>(false, () =>
      clock.setTimeout(() => elapsed.set(true), ms),
    )
    return elapsed
  }, [clock, ms])
  return useObservable(source)
}

export interface ConnectChoice extends ConnectRows {
  /**
   * Connects with a row's wallet, or with one of `useFoyerWallets`: one in the page is asked at once, another is paired with; on a phone a wallet that needs
   * it opens this page in its own browser. A choice takes the place of the former. A wallet of several chains (`row.chains`) is asked for `family`, else for
   * the active one, else for its first.
   */
  readonly choose: (chosen: WalletRow | ListedWallet, family?: Family) => void
  /** The latest choice, by this component or another, and its state. */
  readonly attempt: ConnectAttemptView | undefined
  /** Cancels what `choose` started. */
  readonly cancel: () => void
}

export interface ConnectAttemptView {
  readonly connectorId: string
  /** The wallet's; empty where it isn't known. */
  readonly name: string
  readonly phase: ConnectingPhase
  /** The failure's own sentence, by key, where it says more than the phase: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** The pairing URI that a wallet elsewhere may scan or open now. */
  readonly uri: string | undefined
}

/**
 * The ways to connect that there are, and what choosing one does: the connect view, to be drawn by the host.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S2.1
 * @example
 * const { rows, choose } = useFoyerConnectRows()
 * return rows.map((row) => row.kind === 'coming' ? null : <button key={row.id} onClick={() => choose(row)}>{row.name}</button>)
 */
export function useFoyerConnectRows(): ConnectChoice {
  const foyer = useFoyer()
  const found = useRows()
  const { start, cancel } = useStarter()
  const { attempt, connectors, recents } = useSelect(({ connection, connectors, recents }) => ({
    attempt: connection.attempts.connect,
    connectors,
    recents,
  }))
  const { failure, isRunning, offer } = attemptView(attempt)
  const wallet = attempt && walletOf({ id: attempt.connectorId, state: { connectors, recents }, foyer })
  return {
    ...found,
    choose: (chosen, family) =>
      start(`${chosen.id} ${family ?? ''}`, (signal) => connectChosen({ foyer, chosen, family, signal })),
    cancel,
    attempt: attempt && {
      connectorId: attempt.connectorId,
      name: attempt.wallet ? shownName(attempt.wallet.name) : (wallet?.name ?? ''),
      phase: connectingPhase({ failure, isRunning, isPresent: wallet?.present ?? false }),
      notice: noticeOf(failure),
      uri: offer?.uri,
    },
  }
}

async function connectChosen({
  foyer,
  chosen,
  family,
  signal,
}: {
  readonly foyer: Foyer
  readonly chosen: WalletRow | ListedWallet
  readonly family: Family | undefined
  readonly signal: AbortSignal
}): Promise<void> {
  const connect = (connectorId: string, wallet?: ListedWallet) =>
    startAttempt(
      foyer,
      { kind: 'connect', connectorId, wallet: wallet && pickedWallet(contextOf(foyer), wallet) },
      { signal },
    )
  await followChoice(foyer, {
    chosen,
    lead(route) {
      if (signal.aborted) return false
      if ('connectorId' in route) return connect(connectorFor({ foyer, chosen: route, family }))
      const pairing = pairingConnectorId(foyer.store.getState())
      if (route.view === 'AllWallets') return connect(pairing)
      // Without a connector that reaches it, the attempt fails with what is missing.
      return route.view === 'ConnectingWalletConnect' ? connect(pairing, route.wallet) : connect(chosen.id)
    },
  })
}

/** Of a wallet's connectors the one that reaches the family, else the active one. */
function connectorFor({
  foyer,
  chosen: { connectorId },
  family,
}: {
  readonly foyer: Foyer
  readonly chosen: { readonly connectorId: string }
  readonly family: Family | undefined
}): string {
  const state = foyer.store.getState()
  const wallet = walletOfConnector(state, connectorId)
  const chains = wallet && wallet.ways.length > 1 ? chainsOf(wallet, state) : []
  const chain =
    chains.find((each) => each.family === family) ?? chains.find((each) => each.family === state.family) ?? chains[0]
  return chain?.connectorId ?? connectorId
}

/** Reads what is known of the operator's directory. It is asked once this has been painted; without a directory nothing is asked. */
export function useDirectory(): DirectoryState {
  return useObservable(knownDirectory(useFoyer()))
}
