import type { AdapterHost, Connector, Eip1193Provider } from '@foyer/core'
import { readProperty } from '@foyer/core/connector'
import { isProvider, parseAnnouncement } from './parseAnnouncement.js'

/** A wallet found in the page: what the list shows of it, and its provider. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> {
  readonly provider: Eip1193Provider
}

/**
 * Looks for wallets in the page, and goes on listening for those that come late: by EIP-6963, and under `window.ethereum`.
 * One row an rdns, however often it is announced; what is announced isn't shown a second time as the browser's wallet.
 * What is no wallet is reported once.
 *
 * @returns stops listening
 */
export function discoverWallets({
  host: { announced, injected, report },
  found,
}: {
  readonly host: Pick<AdapterHost, 'announced' | 'injected' | 'report'>
  readonly found: (wallet: FoundWallet) => void
}): () => void {
  if (typeof window === 'undefined') return () => {}
  const listening = new AbortController()
  const { signal } = listening
  const known = new Set<unknown>()
  let reported = false

  const onAnnounce = (event: Event) => {
    try {
      const { uuid, rdns, name, icon, provider } = parseAnnouncement(readProperty(event, 'detail'))
      known.add(provider)
      if (known.has(uuid) || known.has(rdns)) return
      known.add(uuid).add(rdns)
      // Without a dot in it, it could be the id of one of the kit's own connectors.
      found({ id: rdns.includes('.') ? rdns : `${rdns}.`, type: 'ANNOUNCED', name, icon, rdns, provider })
    } catch (error) {
      if (!reported) report(error)
      reported = true
    }
  }
  const lookForInjected = () => {
    const provider = injectedProviders().find((each) => !known.has(each))
    if (!provider || known.has('injected')) return
    known.add('injected')
    found({ id: 'injected', type: 'INJECTED', name: 'Browser Wallet', provider })
  }

  if (announced) {
    window.addEventListener('eip6963:announceProvider', onAnnounce, { signal })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    lookForInjected() // after the announcements, so that it knows who has announced itself
    // What comes late may say nothing: it is looked for at each press, and so when one opens the dialog.
    for (const event of ['ethereum#initialized', 'click']) window.addEventListener(event, lookForInjected, { signal })
  }
  return () => listening.abort()
}

/** Returns the providers under `window.ethereum`; several wallets of old share it by a list. */
function injectedProviders(): Eip1193Provider[] {
  const ethereum = readProperty(window, 'ethereum')
  const list = readProperty(ethereum, 'providers')
  return (Array.isArray(list) && list.length > 0 ? list : [ethereum]).filter(isProvider)
}
