import type { Network, NetworkId } from '@foyer/core'
import {
  attemptView,
  type NetworkRow,
  networkRows,
  noticeOf,
  type SwitchingPhase,
  startAttempt,
  switchingPhase,
} from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { attemptAt } from '@foyer/core/view'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useSilence, useStarter, walletSilenceMs } from './connecting.js'

export type { NetworkRow, SwitchingPhase } from '@foyer/core/internal'

/**
 * The networks of the application as the connected wallets have them, those that a wallet agreed to first.
 *
 * @param parameters.search - what a network’s name must contain
 * @param options.search - part of a name, whatever its case; all by default
 * @throws ProviderMissingError outside of a provider
 * @example
 * const rows = useFoyerNetworks({ search })
 * return rows.map(({ network }) => <option key={network.id}>{network.name}</option>)
 */
export function useFoyerNetworks({
  search = '',
}: {
  readonly search?: string | undefined
} = {}): readonly NetworkRow[] {
  const wanted = search.trim().toLowerCase()
  return useSelect(networkRows).filter(({ network }) => network.name.toLowerCase().includes(wanted))
}

export interface SwitchNetwork {
  /** Undefined where it isn't configured. */
  readonly network: Network | undefined
  /** The phase of the switch. */
  readonly phase: SwitchingPhase
  /** The failure's own sentence, by key, where it says more than the phase: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** The wallet was asked more than 10 s ago, and nothing has come of it: perhaps it didn't open. */
  readonly silent: boolean
  /** Asks the wallet where one is connected, else remembers the choice; while the wallet is being asked this changes nothing. */
  readonly switchNetwork: () => void
  /** Cancels what `switchNetwork` started. */
  readonly cancel: () => void
}

/**
 * Switches to a network, and follows where that stands.
 *
 * @param parameters.networkId - where to go (CAIP-2)
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { phase, switchNetwork } = useFoyerSwitchNetwork({ networkId: 'eip155:8453' })
 * return <button onClick={switchNetwork}>{phase === 'waiting' ? 'Approve in the wallet' : 'Base'}</button>
 */
export function useFoyerSwitchNetwork({ networkId }: { readonly networkId: NetworkId }): SwitchNetwork {
  const foyer = useFoyer()
  const { start, cancel } = useStarter()
  const { attempt, network } = useSelect(({ connection, networks }) => ({
    attempt: attemptAt(connection.attempts, { kind: 'switch', networkId }),
    network: networks.find(({ caipNetworkId }) => caipNetworkId === networkId),
  }))
  const { failure, isRunning } = attemptView(attempt)
  const step = attempt?.step.type
  return {
    network,
    phase: switchingPhase({ isRunning, isAdding: step === 'addingNetwork', failure }),
    notice: noticeOf(failure),
    silent: useSilence({ wait: isRunning ? `${attempt?.id} ${step}` : undefined, ms: walletSilenceMs }),
    switchNetwork: () => start(networkId, (signal) => startAttempt(foyer, { kind: 'switch', networkId }, { signal })),
    cancel,
  }
}
