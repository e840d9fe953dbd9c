import type { Connector } from '@foyer/core'
import { type Discovering, keepLooking, plainText, readProperty, usableIcon } from '@foyer/core/connector'
import { listenToPage, pongIn, postToExtensions } from './page.js'

/** A wallet found in the page: what the list shows of it, and by which name it is spoken to. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon'> {
  readonly extensionId: string
}

/** So many are listed: a page could say that there are thousands. */
const mostFound = 16

/**
 * Looks for extensions that speak Beacon: they are called, and each answers what it is. No event says that one has come: they are called again when the page has loaded,
 * a while after, and whenever the visitor presses something.
 *
 * @see TZIP-10
 * @returns stops looking
 */
export function discoverWallets({ host: { announced, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined' || !announced) return () => {}
  const seen = new Set<string>()
  const stopListening = listenToPage((said) => {
    const extensionId = pongIn(said)
    const sender = readProperty(said, 'sender')
    const name = plainText(readProperty(sender, 'shortName')) || plainText(readProperty(sender, 'name'))
    if (extensionId === undefined || name === '' || seen.has(extensionId) || seen.size >= mostFound) return
    seen.add(extensionId)
    const icon = usableIcon(readProperty(sender, 'iconURL'))
    found({ id: `tezos:${extensionId}`, type: 'ANNOUNCED', name: name.slice(0, 64), icon, extensionId })
  })
  const stop = keepLooking({ look: () => postToExtensions({ payload: 'ping' }), clock })
  return () => {
    stop()
    stopListening()
  }
}
