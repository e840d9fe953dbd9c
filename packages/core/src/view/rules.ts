import type { Route } from './params.js'

export interface OpeningFacts {
  /** The view that the host asked for. */
  readonly requested?: Route | undefined
  readonly connected: boolean
  /** The host handles pairing itself. */
  readonly manualPairing: boolean
  readonly hasAdapters: boolean
  /** A phone or tablet. */
  readonly mobile: boolean
}

/** Which view opening shows [S2.11–S2.14]. */
export function openingRoute({ requested, connected, manualPairing, hasAdapters, mobile }: OpeningFacts): Route {
  if (manualPairing || (!hasAdapters && !connected))
    return { view: mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  if (requested) return requested
  return { view: connected ? 'Account' : 'Connect' }
}

/** Who wants to close: the visitor by the button, a press outside or the Escape key; or the host's code. */
export type CloseReason = 'close-button' | 'backdrop' | 'escape' | 'host'

export type ClosingDecision = 'close' | 'shake' | { readonly goTo: Route }

export interface ClosingFacts {
  readonly route: Route
  readonly reason: CloseReason
  readonly connected: boolean
  /** The modal stands in the page instead of above it. */
  readonly embedded: boolean
}

/** What a wish to close comes to: UnsupportedChain only shakes for a visitor; an embedded modal goes home instead [S2.17]. */
export function closingDecision({ route, reason, connected, embedded }: ClosingFacts): ClosingDecision {
  if (route.view === 'UnsupportedChain' && reason !== 'host') return 'shake'
  if (embedded) return { goTo: { view: connected ? 'Account' : 'Connect' } }
  return 'close'
}
