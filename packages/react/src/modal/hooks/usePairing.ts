import type { Failure, FoyerState, PickedWallet, ViewName } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { currentRoute } from '@foyer/core/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'
import { type Complaint, complaintOf } from './complaint.js'

/**
 * Where pairing stands: nobody has begun it, it begins, it waits for the wallet; or why it came to nothing. The wallet declined, didn't answer in
 * time, or gave an answer that can't be used, or a piece of the kit can't be had; the relay wasn't reached, or refused; the browser is offline; the kit
 * can't pair.
 */
export type PairingPhase =
  | 'idle'
  | 'preparing'
  | 'offered'
  | 'declined'
  | 'unused'
  | 'failed'
  | 'unreachable'
  | 'refused'
  | 'offline'
  | 'missing'

export interface Pairing {
  readonly phase: PairingPhase
  /** What the failure itself has to say, where it knows more than its phase. */
  readonly notice: PlainSentenceKey | undefined
  /** What the wallet is to be given, while it's offered. */
  readonly uri: string | undefined
  /** Begins, or begins anew. */
  readonly start: () => void
}

const pairingViews: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

/** What a kit without a connector for pairing is asked for, so that it says what is missing. */
const usualId = 'walletConnect'

/**
 * Pairs with a wallet elsewhere for as long as this is shown and wanted. Where the host pairs by itself, it waits for the host, or for the visitor.
 *
 * @param parameters.wallet the same object for as long as the same wallet is meant
 */
export function usePairing({
  wallet,
  wanted,
}: {
  readonly wallet: PickedWallet | undefined
  readonly wanted: boolean
}): Pairing {
  const { foyer, state } = useModal()
  const { online, connection, pairing } = state
  const connectorId = state.connectors.find(({ type }) => type === 'WALLET_CONNECT')?.id ?? usualId
  const isManual = foyer.options.manualWCControl
  // A view that is being left may be come back to before it's gone.
  const isShown = pairingViews.includes(currentRoute(state.view).view)
  // A failure of an earlier visit to this view is no answer to this one.
  const [former] = useState(() => foyer.store.getState().connection.failure)
  const [complaint, setComplaint] = useState<Complaint>()
  const asking = useRef<AbortController>(undefined)

  const start = useCallback(() => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setComplaint(undefined)
    foyer.connect({ connectorId, wallet, signal: controller.signal }).catch((error: unknown) => {
      const met = complaintOf(error)
      if (!met || controller.signal.aborted) return
      if (!met.byVisitor) foyer.context.report(error)
      setComplaint(met)
    })
  }, [foyer, connectorId, wallet])

  // Leaving calls off what has been asked before the connector hears of it, so that a second mount (StrictMode) begins no second time.
  useEffect(() => {
    if (wanted && isShown && !isManual && !isAsked(foyer.store.getState(), connectorId)) start()
    return () => asking.current?.abort()
  }, [wanted, isShown, isManual, start, foyer, connectorId])

  const told = complaint ?? (connection.failure === former ? undefined : connection.failure)
  const asked = isAsked(state, connectorId)
  const phase = pairingPhase({ told, asked, offered: pairing !== undefined, online, isManual })
  useStartWhenBack({ phase, start })
  return {
    phase,
    notice: phase === 'failed' && told?.notice !== 'error.unknown' ? told?.notice : undefined,
    uri: phase === 'offered' ? pairing?.uri : undefined,
    start,
  }
}

/** What failed for want of a network begins anew when there is one. */
function useStartWhenBack({ phase, start }: Pick<Pairing, 'phase' | 'start'>): void {
  const former = useRef(phase)
  useEffect(() => {
    if (former.current === 'offline' && (phase === 'unreachable' || phase === 'failed')) start()
    former.current = phase
  }, [phase, start])
}

/** Pure: where pairing stands by what is known of it. */
export function pairingPhase({
  told,
  asked,
  offered,
  online,
  isManual,
}: {
  readonly told: Pick<Failure, 'code'> | undefined
  readonly asked: boolean
  readonly offered: boolean
  readonly online: boolean
  readonly isManual: boolean
}): PairingPhase {
  if (asked) return offered ? 'offered' : 'preparing'
  switch (told?.code) {
    case undefined:
      return isManual ? 'idle' : 'preparing'
    case 'user_rejected':
      return 'declined'
    case 'request_timeout':
    case 'pairing_expired':
      return 'unused'
    case 'relay_unreachable':
    case 'offline':
      return online ? 'unreachable' : 'offline'
    case 'chunk_load':
      return online ? 'failed' : 'offline'
    case 'relay_refused':
    case 'relay_answer':
      return 'refused'
    case 'connector_not_found':
    case 'walletconnect_connector_not_found':
      return 'missing'
    default:
      return 'failed'
  }
}

function isAsked({ connection }: FoyerState, connectorId: string): boolean {
  return Object.values(connection.attempts).some(
    (attempt) => attempt?.kind === 'connect' && attempt.connectorId === connectorId,
  )
}
