import type { AdapterHost } from '@foyer/core'
import { plainText, readProperty, usableIcon } from '@foyer/core/connector'
import { InvalidSuiWalletError } from './errors'
import type { SuiProvider } from './family'
import { featureOf } from './features'

/** A wallet of the Wallet Standard that has Sui. */
export interface FoundWallet {
  readonly name: string
  readonly icon: string | undefined
  readonly wallet: SuiProvider
  /** Aborts when the wallet takes itself out of the page. */
  readonly gone: AbortSignal
}

/**
 * Finds wallets by the Wallet Standard, whichever of the two comes first: the page's event or the wallet's.
 *
 * @returns stops listening
 */
export function discoverWallets({
  host,
  found,
}: {
  readonly host: Pick<AdapterHost, 'announced' | 'report'>
  readonly found: (wallet: FoundWallet) => void
}): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const take = (wallet: unknown, gone: AbortSignal) => {
    try {
      const shown = signal.aborted ? undefined : readWallet(wallet)
      if (shown) found({ ...shown, gone })
    } catch (error) {
      host.report(error) // one wallet that lies hides no other
    }
  }
  const register = (...wallets: readonly unknown[]) => {
    const leaving = new AbortController()
    for (const wallet of wallets) take(wallet, leaving.signal)
    return () => leaving.abort()
  }
  // At a server there is no page, and none where the host wants no wallets that announce themselves.
  if (host.announced && typeof window !== 'undefined') {
    const answer = (event: Event) => {
      const callback = readProperty(event, 'detail')
      if (typeof callback === 'function') callback({ register })
    }
    window.addEventListener('wallet-standard:register-wallet', answer, { signal })
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  }
  return () => listening.abort()
}

const isWallet = (value: unknown): value is SuiProvider => typeof value === 'object' && value !== null

/** @returns undefined for a wallet of other chains @throws InvalidSuiWalletError */
function readWallet(wallet: unknown): Omit<FoundWallet, 'gone'> | undefined {
  const chains = readProperty(wallet, 'chains')
  const isSui = Array.isArray(chains) && chains.some((chain) => typeof chain === 'string' && chain.startsWith('sui:'))
  if (!isWallet(wallet) || !isSui) return undefined
  if (!featureOf(wallet, 'standard:connect')) throw new InvalidSuiWalletError({ field: 'features' })
  const name = plainText(readProperty(wallet, 'name')).slice(0, 64)
  if (name === '') throw new InvalidSuiWalletError({ field: 'name' })
  return { name, icon: usableIcon(readProperty(wallet, 'icon'), /^\s*data:image\//), wallet }
}
