import type { Failure, FoyerState, ViewName } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { currentRoute } from '@foyer/core/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'
import { type KnownWallet, walletOf } from '../walletOf.js'
import { type Complaint, complaintOf } from './complaint.js'

/** Where a try to connect stands. */
export type ConnectingPhase = 'waiting' | 'declined' | 'pending' | 'timedOut' | 'gone' | 'failed'

export interface Connecting {
  readonly wallet: KnownWallet | undefined
  readonly phase: ConnectingPhase
  /** What the failure itself has to say, where it knows more than its phase. */
  readonly notice: PlainSentenceKey | undefined
  /** Asks the wallet once more. */
  readonly retry: () => void
}

const connectingViews: readonly ViewName[] = ['ConnectingExternal', 'ConnectingWalletConnect']

/** Asks a wallet to connect for as long as this is shown, and says where it stands. */
export function useConnecting({ connectorId }: { readonly connectorId: string }): Connecting {
  const { foyer, state } = useModal()
  const wallet = walletOf({ id: connectorId, state, foyer })
  // A refusal of an earlier visit to this view is no answer to this one.
  const [former] = useState(() => foyer.store.getState().connection.failure)
  const [complaint, setComplaint] = useState<Complaint>()
  const asking = useRef<AbortController>(undefined)
  // A view that is being left, and has called off what it asked, may be come back to before it's gone.
  const isShown = connectingViews.includes(currentRoute(state.view).view)

  const ask = useCallback(() => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setComplaint(undefined)
    foyer.connect({ connectorId, signal: controller.signal }).catch((error: unknown) => {
      const met = complaintOf(error)
      if (!met || controller.signal.aborted) return
      if (!met.byVisitor) foyer.context.report(error)
      setComplaint(met)
    })
  }, [foyer, connectorId])

  // Leaving calls off what has been asked before the wallet hears of it, so that a second mount (StrictMode) asks no second time.
  useEffect(() => {
    if (!isShown || isAsked(foyer.store.getState(), connectorId)) return
    ask()
    return () => asking.current?.abort()
  }, [isShown, ask, foyer, connectorId])

  const { failure } = state.connection
  const told = complaint ?? (failure === former ? undefined : failure)
  const phase = phaseOf({ told, asked: isAsked(state, connectorId), present: wallet?.present ?? false })
  return { wallet, phase, notice: told?.notice === 'error.unknown' ? undefined : told?.notice, retry: ask }
}

/** Pure: where a try stands by what is known of it. */
export function phaseOf({
  told,
  asked,
  present,
}: {
  readonly told: Pick<Failure, 'code'> | undefined
  readonly asked: boolean
  readonly present: boolean
}): ConnectingPhase {
  if (asked) return 'waiting'
  if (!present) return 'gone'
  switch (told?.code) {
    case undefined:
      return 'waiting'
    case 'user_rejected':
      return 'declined'
    case 'request_pending':
      return 'pending'
    case 'request_timeout':
      return 'timedOut'
    case 'connector_not_found':
      return 'gone'
    default:
      return 'failed'
  }
}

function isAsked({ connection }: FoyerState, connectorId: string): boolean {
  return Object.values(connection.attempts).some(
    (attempt) => attempt?.kind === 'connect' && attempt.connectorId === connectorId,
  )
}
