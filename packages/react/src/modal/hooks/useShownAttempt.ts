import type { NetworkId } from '@foyer/core'
import { contextOf, reportUnexpected, startAttempt } from '@foyer/core/internal'
import { shownAttempt } from '@foyer/core/view'
import { useCallback } from 'react'
import { type Connecting, type ConnectingPhase, useFoyerConnecting } from '../../headless/connecting.js'
import { type SwitchingPhase, type SwitchNetwork, useFoyerSwitchNetwork } from '../../headless/networks.js'
import { useFoyerPairing } from '../../headless/pairing.js'
import { useModal } from '../modalContext.js'
import type { ShownPairing } from '../views.js'

// The router starts what a view waits for and cancels it, so a view only reads; until the attempt is there it counts as waiting.

export interface ShownConnecting extends Pick<Connecting, 'wallet' | 'notice' | 'silent'> {
  readonly phase: Exclude<ConnectingPhase, 'idle'>
  /** Asks the wallet once more. */
  readonly retry: () => void
}

/** Returns the state of connecting with the shown view's wallet. */
export function useShownConnecting({ connectorId }: { readonly connectorId: string }): ShownConnecting {
  const { wallet, notice, silent, phase } = useFoyerConnecting({ connectorId })
  return { wallet, notice, silent, phase: phase === 'idle' ? 'waiting' : phase, retry: useRetry({ silent }) }
}

export interface ShownSwitch extends Pick<SwitchNetwork, 'network' | 'notice' | 'silent'> {
  readonly phase: Exclude<SwitchingPhase, 'idle'>
  readonly retry: () => void
}

/** Returns the state of switching to the shown view's network. */
export function useShownSwitch({ networkId }: { readonly networkId: NetworkId }): ShownSwitch {
  const { network, notice, silent, phase } = useFoyerSwitchNetwork({ networkId })
  return { network, notice, silent, phase: phase === 'idle' ? 'waiting' : phase, retry: useRetry({ silent }) }
}

/** Returns the shown view's pairing. Where the host pairs by itself, it waits for the host, or for the visitor; one that is begun at a press, for that. */
export function useShownPairing({ atPress = false }: { readonly atPress?: boolean | undefined } = {}): ShownPairing {
  const { foyer } = useModal()
  const { phase, notice, silent, uri } = useFoyerPairing()
  const isBeginning = phase === 'idle' && !atPress && !foyer.options.manualWCControl
  return { phase: isBeginning ? 'preparing' : phase, notice, silent, uri, start: useRetry({ silent }) }
}

/** Starts what the view shows once more; an attempt that is silent is given up for the next. */
function useRetry({ silent }: { readonly silent: boolean }): () => void {
  const { foyer } = useModal()
  return useCallback(() => {
    const context = contextOf(foyer)
    const shown = shownAttempt(context, foyer.store.getState())
    if (shown) startAttempt(foyer, shown, { anew: silent }).catch((error: unknown) => reportUnexpected(context, error))
  }, [foyer, silent])
}
