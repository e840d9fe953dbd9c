import type { Connector } from '@foyer/core'
import { atPath, type Discovering, keepLooking, plainText, readProperty, usableIcon } from '@foyer/core/connector'
import { askArc27 } from './arc27.js'

/** A wallet found in the page: what the list shows of it, and how it is asked. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> {
  /** By events, under the id that it gave itself; undefined for one that is asked at `window.algorand`. */
  readonly providerId?: string | undefined
  /** The networks that it takes, unread. */
  readonly networks?: unknown
}

/** One page shows so many at most: names are any script's to write. */
const mostWallets = 32
/** So often it is asked which wallets there are: a press of the visitor's is an event as well. */
const mostAsked = 12

/**
 * Looks for wallets of Algorand in the page: those that answer when they are asked to (ARC-27), and the one at `window.algorand`. No event says that one has come:
 * it is asked again when the page has loaded, a while after, and when the visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { announced, injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined') return () => {}
  const seen = new Set<unknown>()
  const stops: (() => void)[] = []
  const meet = (result: unknown) => {
    const providerId = readProperty(result, 'providerId')
    const name = plainText(readProperty(result, 'name')).slice(0, 64)
    if (typeof providerId !== 'string' || !/^[-\w.:]{1,64}$/.test(providerId) || !name) return
    if (seen.has(providerId) || seen.size >= mostWallets) return
    seen.add(providerId)
    const icon = usableIcon(readProperty(result, 'icon'))
    const networks = readProperty(result, 'networks')
    found({ id: `algorand:${providerId}`, type: 'ANNOUNCED', name, icon, providerId, networks })
  }
  const look = () => {
    if (announced && stops.length < mostAsked)
      stops.push(askArc27({ method: 'discover', params: {}, receive: ({ result }) => meet(result) }))
    if (!injected || seen.has(window) || typeof readProperty(atPath('algorand'), 'signTxns') !== 'function') return
    seen.add(window)
    const isExodus = readProperty(atPath('algorand'), 'isExodus') === true || atPath('exodus') !== undefined
    const [name, rdns] = isExodus ? ['Exodus', 'com.exodus'] : ['Algorand Wallet']
    found({ id: 'algorand:window.algorand', type: 'INJECTED', name, rdns })
  }
  const stop = keepLooking({ look, clock })
  return () => {
    stop()
    for (const each of stops) each()
  }
}
