import type { Connector } from '@foyer/core'
import { type Discovering, keepLooking, readProperty } from '@foyer/core/connector'

/** A wallet found in the page: what the list shows of it. It is asked by messages to the window, not by an object. */
export type FoundWallet = Pick<Connector, 'id' | 'type' | 'name'>

/** The extension says by either that it is there; the older name goes one day. */
export const isThere = (): boolean =>
  ['multiversxWallet', 'elrondWallet'].some((name) => Boolean(readProperty(window, name)))

/**
 * Looks for the DeFi Wallet's extension in the page. No event says that it has come: it is looked again when the page has loaded, a while after, and whenever
 * the visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined' || !injected) return () => {}
  let isKnown = false
  const look = () => {
    if (isKnown || !isThere()) return
    isKnown = true
    found({ id: 'mvx:extension', type: 'INJECTED', name: 'MultiversX DeFi Wallet' })
  }
  return keepLooking({ look, clock })
}
