import {
  attemptView,
  type ConnectingPhase,
  connectingPhase,
  contextOf,
  createStarter,
  type KnownWallet,
  noticeOf,
  type Starter,
  startAttempt,
  walletOf,
} from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { attemptAt } from '@foyer/core/view'
import { useEffect, useMemo, useState } from 'react'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'

export type { ConnectingPhase } from '@foyer/core/internal'

/** The time that a pairing's relay may be silent before that is said, and a way on is offered. */
export const relaySilenceMs = 4_000
/** The time that a wallet that was asked or opened may be silent before it is said what to do where nothing opened. */
export const walletSilenceMs = 10_000

/**
 * Whether a wait has gone on for so long that there is more to say.
 *
 * @param options.wait - distinguishes one wait from the next; undefined while nothing is waited for
 */
export function useSilence({ wait, ms }: { readonly wait: string | undefined; readonly ms: number }): boolean {
  const { clock } = contextOf(useFoyer())
  const [silent, setSilent] = useState<string>()
  useEffect(() => (wait === undefined ? undefined : clock.setTimeout(() => setSilent(wait), ms)), [wait, ms, clock])
  return wait !== undefined && wait === silent
}

export interface Connecting {
  /** The wallet of the connector; undefined where it isn't known. */
  readonly wallet: KnownWallet | undefined
  /** The phase of connecting. */
  readonly phase: ConnectingPhase
  /** The failure's own sentence, by key, where it says more than the phase: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** The wallet was asked more than 10 s ago, and nothing has come of it: perhaps it didn't open. */
  readonly silent: boolean
  /** Asks the wallet; while it is being asked this changes nothing. */
  readonly connect: () => void
  /** Cancels what `connect` started: a late consent changes nothing. */
  readonly cancel: () => void
}

/**
 * Connects with the wallet of a connector, and follows where that stands.
 *
 * @param parameters.connectorId - of the connector that the visitor picked
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { phase, connect } = useFoyerConnecting({ connectorId: 'io.metamask' })
 * return <button onClick={connect}>{phase === 'waiting' ? 'Continue in MetaMask' : 'MetaMask'}</button>
 */
export function useFoyerConnecting({ connectorId }: { readonly connectorId: string }): Connecting {
  const foyer = useFoyer()
  const { start, cancel } = useStarter()
  const { attempt, connectors, recents } = useSelect(({ connection, connectors, recents }) => ({
    attempt: attemptAt(connection.attempts, { kind: 'connect', connectorId }),
    connectors,
    recents,
  }))
  const wallet = walletOf({ id: connectorId, state: { connectors, recents }, foyer })
  const { failure, isRunning } = attemptView(attempt)
  return {
    wallet,
    phase: connectingPhase({ failure, isRunning, isPresent: wallet?.present ?? false }),
    notice: noticeOf(failure),
    silent: useSilence({ wait: isRunning ? `${attempt?.id}` : undefined, ms: walletSilenceMs }),
    connect: () => start(connectorId, (signal) => startAttempt(foyer, { kind: 'connect', connectorId }, { signal })),
    cancel,
  }
}

/** Starts an attempt by an action of the kit; see `createStarter`. */
export function useStarter(): Starter {
  const foyer = useFoyer()
  return useMemo(() => createStarter(foyer), [foyer])
}
