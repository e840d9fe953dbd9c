import type { Network, NetworkId } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { currentRoute, goBack } from '@foyer/core/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModal } from '../modalContext.js'
import { type Complaint, complaintOf } from './complaint.js'

export interface SwitchNetwork {
  readonly network: Network | undefined
  /** `unsupported`: the wallet neither knows the network nor takes it in. */
  readonly phase: 'waiting' | 'declined' | 'unsupported' | 'failed'
  readonly notice: PlainSentenceKey | undefined
  readonly retry: () => void
}

/** Asks the wallet to go to a network for as long as this is shown, and goes back once it's there. */
export function useSwitchNetwork({ networkId }: { readonly networkId: NetworkId }): SwitchNetwork {
  const { foyer, state } = useModal()
  const [complaint, setComplaint] = useState<Complaint>()
  const asking = useRef<AbortController>(undefined)

  const ask = useCallback(() => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setComplaint(undefined)
    foyer.switchNetwork({ networkId, signal: controller.signal }).then(
      () => {
        // The router goes back by itself where the network changed; where the wallet was there already, nothing did.
        const { view } = foyer.store.getState()
        const route = currentRoute(view)
        if (view.open && route.view === 'SwitchNetwork' && route.networkId === networkId) goBack(foyer)
      },
      (error: unknown) => {
        const met = complaintOf(error)
        if (!met || controller.signal.aborted) return
        if (!met.byVisitor) foyer.context.report(error)
        setComplaint(met)
      },
    )
  }, [foyer, networkId])

  // Leaving calls it off, so that a second mount (StrictMode) asks no second time.
  useEffect(() => {
    ask()
    return () => asking.current?.abort()
  }, [ask])

  return {
    network: state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId),
    phase: complaint ? phaseOf(complaint) : 'waiting',
    notice: complaint?.notice === 'error.unknown' ? undefined : complaint?.notice,
    retry: ask,
  }
}

function phaseOf({ code, notice }: Complaint): SwitchNetwork['phase'] {
  if (code === 'user_rejected') return 'declined'
  return notice === 'error.chainNotSupported' ? 'unsupported' : 'failed'
}
