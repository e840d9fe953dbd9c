import { isMobile } from '../platform/isMobile.js'
import type { FoyerState } from '../store/state.js'

/** A wallet's own browser: on a phone only there a wallet is in the page, and no other is to scan a code. */
export function isInAppBrowser({ connectors }: Pick<FoyerState, 'connectors'>, mobile: boolean = isMobile()): boolean {
  return mobile && connectors.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
}
