import type { Connector } from '@foyer/core'
import { atPath, type Discovering, keepLooking, readProperty } from '@foyer/core/connector'

/** A wallet found in the page: what the list shows of it, the object that has Keplr's API, and how it says that its account is another. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'rdns'> {
  readonly source: () => unknown
  /** On `window`; undefined where none is known. */
  readonly event: string | undefined
}

/** Where wallets with Keplr's API sit: their path from `window`, name, event, and the rdns of their other families. Those that pose as Keplr come before it. */
const places: readonly (readonly [path: string, name: string, event?: string | undefined, rdns?: string])[] = [
  ['leap', 'Leap', 'leap_keystorechange'],
  ['cosmostation.providers.keplr', 'Cosmostation', 'cosmostation_keystorechange'],
  ['okxwallet.keplr', 'OKX Wallet', undefined, 'com.okex.wallet'],
  ['xfi.keplr', 'Ctrl Wallet'],
  ['vectis.cosmos', 'Vectis'],
  ['keplr', 'Keplr', 'keplr_keystorechange'],
]

/**
 * Looks for wallets of Cosmos in the page. No event says that one has come: it is looked again when the page has loaded, a while after, and whenever the
 * visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined' || !injected) return () => {}
  const known = new Set<unknown>()
  const look = () => {
    for (const [path, name, event, rdns] of places) {
      const source = atPath(path)
      if (known.has(path) || known.has(source)) continue
      // What can't be asked for a key is no wallet of Keplr's API.
      if (typeof readProperty(source, 'getKey') !== 'function') continue
      known.add(path).add(source)
      found({ id: `cosmos:${path}`, type: 'INJECTED', name, rdns, event, source: () => atPath(path) })
    }
  }
  return keepLooking({ look, clock })
}
