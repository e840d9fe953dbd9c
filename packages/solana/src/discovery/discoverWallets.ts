import type { AdapterHost, Connector } from '@foyer/core'
import { readProperty } from '@foyer/core/connector'
import type { StandardWallet } from '../standard.js'
import { isWallet, parseWallet } from './parseWallet.js'

/** A wallet in the page. One that leaves and registers itself anew, as after an update, is another object under the same name. */
export interface Presence {
  readonly wallet: StandardWallet
  /** Aborts when the wallet takes itself out of the page. */
  readonly gone: AbortSignal
}

/** A wallet found in the page: what the list shows of it, and the wallet as it is there now. */
export interface FoundWallet extends Pick<Connector, 'id' | 'type' | 'name' | 'icon'> {
  present(): Presence
}

/** Registers wallets, and returns the way to take that back. */
type Register = (...wallets: readonly unknown[]) => () => void

/**
 * Looks for wallets in the page by the Wallet Standard, whichever of the two comes first, the page's event or the wallet's; and in `navigator.wallets`,
 * where the oldest of them wait. One row a name: the first that takes it has it. What is no wallet is reported once.
 *
 * @returns stops listening
 */
export function discoverWallets({
  host: { announced, report },
  brought,
  found,
}: {
  readonly host: Pick<AdapterHost, 'announced' | 'report'>
  /** Those that the host's own code brings. */
  readonly brought: readonly StandardWallet[]
  readonly found: (wallet: FoundWallet) => void
}): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const known = new Map<string, { now: Presence }>()
  let reported = false

  const take = (wallet: unknown, type: FoundWallet['type']) => {
    const leave = new AbortController()
    try {
      const shown = isWallet(wallet) && !signal.aborted ? parseWallet(wallet) : undefined
      if (!shown || !isWallet(wallet)) return leave
      const now = { wallet, gone: leave.signal }
      const former = known.get(shown.name)
      if (former?.now.gone.aborted) former.now = now
      if (former) return leave
      const place = { now }
      known.set(shown.name, place)
      // An id of its own, so that no wallet takes that of another connector.
      found({ id: `solana:${shown.name}`, type, ...shown, present: () => place.now })
    } catch (error) {
      if (!reported) report(error)
      reported = true
    }
    return leave
  }
  const register: Register = (...wallets) => {
    const left = wallets.map((wallet) => take(wallet, 'ANNOUNCED'))
    return () => {
      for (const each of left) each.abort()
    }
  }
  const answer = (callback: unknown) => {
    try {
      if (typeof callback === 'function') callback({ register })
    } catch (error) {
      report(error)
    }
  }

  for (const wallet of brought) take(wallet, 'EXTERNAL')
  if (announced && typeof window !== 'undefined') {
    window.addEventListener('wallet-standard:register-wallet', (event) => answer(readProperty(event, 'detail')), {
      signal,
    })
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    const waiting = readProperty(navigator, 'wallets')
    if (Array.isArray(waiting)) for (const callback of waiting) answer(callback)
  }
  return () => listening.abort()
}
