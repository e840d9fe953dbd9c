import type { Connector } from '@foyer/core'
import { atPath, type Discovering, keepLooking, plainText, readProperty, usableIcon } from '@foyer/core/connector'

/** A wallet found in the page: what the list shows of it, and the object that lets the page in. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> {
  /** As it is in the page now. */
  readonly source: () => unknown
}

/** The rdns of wallets of several families, by their names at `window.cardano`. */
const known: Readonly<Record<string, string>> = {
  okxwallet: 'com.okex.wallet',
  exodus: 'com.exodus',
  nufi: 'fi.nu',
}
/** One page shows so many at most: names are any script's to write. */
const mostWallets = 32

/**
 * Looks for wallets of Cardano in the page. No event says that one has come: it is looked again when the page has loaded, a while after, and whenever the visitor
 * presses something. What has neither a version nor `enable` is no wallet.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined' || !injected) return () => {}
  const seen = new Set<unknown>()
  const at = (key: string) => readProperty(atPath('cardano'), key)
  const look = () => {
    for (const key of Object.keys(Object(atPath('cardano')))) {
      const object = at(key)
      const name = plainText(readProperty(object, 'name')).slice(0, 64)
      // One wallet may sit there under several names.
      if (!name || seen.has(key) || seen.has(object) || seen.size >= 2 * mostWallets || !isWallet(object)) continue
      seen.add(key).add(object)
      const rdns = Object.hasOwn(known, key) ? known[key] : undefined
      const icon = usableIcon(readProperty(object, 'icon'))
      found({ id: `cardano:${key}`, type: 'INJECTED', name, icon, rdns, source: () => at(key) })
    }
  }
  return keepLooking({ look, clock })
}

const isWallet = (object: unknown): boolean =>
  typeof readProperty(object, 'enable') === 'function' && typeof readProperty(object, 'apiVersion') === 'string'
