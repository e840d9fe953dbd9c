import type { Connector } from '@foyer/core'
import { atPath, type Discovering, keepLooking, plainText, readProperty } from '@foyer/core/connector'

/** A wallet found in the page: what the list shows of it, and the object that lets the page in. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'rdns'> {
  /** As it is in the page now. */
  readonly source: () => unknown
}

/** The names of wallets by their ids at `window.injectedWeb3`, and the rdns of their other families. */
const known: Readonly<Record<string, readonly [name: string, rdns?: string]>> = {
  'polkadot-js': ['polkadot{.js}'],
  talisman: ['Talisman', 'xyz.talisman'],
  'subwallet-js': ['SubWallet', 'app.subwallet'],
  'fearless-wallet': ['Fearless Wallet'],
  polkagate: ['PolkaGate'],
  enkrypt: ['Enkrypt', 'com.enkrypt'],
  okxwallet: ['OKX Wallet', 'com.okex.wallet'],
}
/** One page shows so many at most: names are any page's to write. */
const mostWallets = 32

/**
 * Looks for wallets of Polkadot in the page. No event says that one has come: it is looked again when the page has loaded, a while after, and whenever the
 * visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined' || !injected) return () => {}
  const seen = new Set<string>()
  const at = (key: string) => readProperty(atPath('injectedWeb3'), key)
  const look = () => {
    for (const key of Object.keys(Object(atPath('injectedWeb3')))) {
      if (seen.has(key) || seen.size >= mostWallets || entryOf(at(key)) === undefined) continue
      // Nova answers as polkadot.js does.
      const isNova = key === 'polkadot-js' && atPath('walletExtension.isNovaWallet') === true
      const [name, rdns] = isNova ? ['Nova Wallet'] : Object.hasOwn(known, key) ? (known[key] ?? [key]) : [key]
      const shown = plainText(name).slice(0, 64)
      if (!shown) continue
      seen.add(key)
      found({ id: `polkadot:${key}`, type: 'INJECTED', name: shown, rdns, source: () => at(key) })
    }
  }
  return keepLooking({ look, clock })
}

/** The method by which a wallet lets a page in. @returns undefined for what is no wallet */
export const entryOf = (object: unknown): 'enable' | 'connect' | undefined =>
  (['enable', 'connect'] as const).find((method) => typeof readProperty(object, method) === 'function')
