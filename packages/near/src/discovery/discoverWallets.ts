import type { Connector } from '@foyer/core'
import { atPath, type Discovering, keepLooking, plainText, readProperty, usableIcon } from '@foyer/core/connector'

/** How a wallet in the page is asked: as NEAR Connect has it, or as the older objects at `window.near` and its kin have. */
export type WalletKind = 'connect' | 'window'

/** A wallet found in the page: what the list shows of it, and the object that is asked. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon' | 'rdns'> {
  readonly kind: WalletKind
  /** As it is in the page now. */
  readonly source: () => unknown
}

/** Where older wallets sit: their path from `window`, name, and the rdns of their other families. Those that pose as another come before it. */
const places: readonly (readonly [path: string, name: string, rdns?: string])[] = [
  ['okxwallet.near', 'OKX Wallet', 'com.okex.wallet'],
  ['nightly.near', 'Nightly'],
  ['bitgetWallet.near', 'Bitget Wallet'],
  ['near', 'NEAR Wallet'],
]

/**
 * Looks for wallets of NEAR in the page: those that announce themselves when they are asked to, or later; and the older ones, of which no event says that they
 * have come: it is looked again when the page has loaded, a while after, and whenever the visitor presses something.
 *
 * @returns stops looking
 */
export function discoverWallets({ host: { announced, injected, clock }, found }: Discovering<FoundWallet>): () => void {
  if (typeof window === 'undefined') return () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  const objects = new Map<string, unknown>()
  const announce = (event: Event) => {
    const object = readProperty(event, 'detail')
    const said = (name: string) => readProperty(readProperty(object, 'manifest'), name)
    const [id, name] = [said('id'), said('name')].map((text) =>
      typeof text === 'string' ? plainText(text).slice(0, 64) : '',
    )
    if (!id || !name || typeof readProperty(object, 'signIn') !== 'function') return
    const isNew = !objects.has(id)
    objects.set(id, object)
    if (!isNew) return
    const icon = usableIcon(said('icon'))
    found({ id: `near:${id}`, type: 'ANNOUNCED', name, icon, kind: 'connect', source: () => objects.get(id) })
  }
  const known = new Set<unknown>()
  const look = () => {
    for (const [path, name, rdns] of places) {
      const source = atPath(path)
      if (signal.aborted || known.has(path) || known.has(source)) continue
      if (typeof readProperty(source, 'requestSignIn') !== 'function') continue
      known.add(path).add(source)
      const said = readProperty(source, 'isSender') === true ? 'Sender' : name
      found({
        id: `near:window.${path}`,
        type: 'INJECTED',
        name: said,
        rdns,
        kind: 'window',
        source: () => atPath(path),
      })
    }
  }
  if (announced) {
    window.addEventListener('near-wallet-injected', announce, { signal })
    window.dispatchEvent(new Event('near-selector-ready'))
  }
  const stop = injected ? keepLooking({ look, clock }) : undefined
  return () => {
    stopping.abort()
    stop?.()
  }
}
