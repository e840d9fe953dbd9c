import type { AdapterHost, WalletEvent } from '@foyer/core'
import { foreignError, WalletAnswerError } from '@foyer/core/errors'
import type { Presence } from '../discovery/discoverWallets.js'
import { parseAccounts } from './accounts.js'
import { featuresOf } from './features.js'

/**
 * Follows what a wallet does by itself [S4.19]: `standard:events`, and that it leaves the page. What can't be read changes nothing, and is reported.
 *
 * @returns stops; what the wallet says afterwards is ignored, even where it can't remove listeners
 */
export function listenToWallet({
  wallet,
  gone,
  host: { report },
  listener,
}: Presence & {
  readonly host: Pick<AdapterHost, 'report'>
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const onChange = (change: unknown) => {
    if (signal.aborted) return
    try {
      const listed: unknown = Reflect.get(Object(change), 'accounts')
      if (listed === undefined) return // its chains or features are others: they are read when they are used
      const accounts = parseAccounts(listed)
      if (accounts) listener({ type: 'accountsChanged', family: 'solana', accounts })
      else report(new WalletAnswerError({ method: 'change', expected: 'a list of accounts' }))
    } catch (cause) {
      report(foreignError(cause, { method: 'change' }))
    }
  }
  gone.addEventListener('abort', () => listener({ type: 'disconnected', family: 'solana' }), { once: true, signal })
  try {
    const off: unknown = featuresOf(wallet)['standard:events']?.on('change', onChange)
    return () => {
      stopped.abort()
      if (typeof off === 'function') off()
    }
  } catch (cause) {
    report(foreignError(cause, { method: 'standard:events' })) // a wallet that can't be listened to can still be asked
    return () => stopped.abort()
  }
}

/** Calls back once a wallet that shows no account shows some: it was locked, or the visitor has let the page see them there. @returns stops */
export function awaitAccounts({
  back,
  ...wallet
}: Omit<Parameters<typeof listenToWallet>[0], 'listener'> & { readonly back: () => void }): () => void {
  return listenToWallet({
    ...wallet,
    listener(event) {
      if (event.type === 'accountsChanged' && event.accounts.length > 0) back()
    },
  })
}
