import type { AdapterHost, Eip1193Provider, WalletEvent } from '@foyer/core'
import { foreignError, WalletAnswerError } from '@foyer/core/errors'
import { parseAccounts, parseChainId } from './answers.js'
import { requestWallet } from './walletRequest.js'

/** MetaMask's code for a connection that it restores by itself. */
const willReconnect = 1013

/** How long a wallet that said it will be back may take to say that it is, in milliseconds. */
const reconnectCheckMs = 3000

/**
 * Follows what a wallet does by itself [S4.19]: accountsChanged, chainChanged, disconnect (EIP-1193).
 * What can't be read changes nothing, and is reported.
 *
 * @returns stops; what the wallet emits afterwards is ignored, even where it can't remove listeners
 */
export function listenToWallet({
  provider,
  host,
  listener,
}: {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'clock' | 'report'>
  readonly listener: (event: WalletEvent) => void
}): () => void {
  const stopped = new AbortController()
  const emit = (event: WalletEvent) => {
    if (!stopped.signal.aborted) listener(event)
  }
  const refuse = (method: string, expected: string) => {
    if (!stopped.signal.aborted) host.report(new WalletAnswerError({ method, expected }))
  }
  const handlers: Readonly<Record<string, (value: unknown) => void>> = {
    accountsChanged(value) {
      const accounts = readable(() => parseAccounts(value))
      if (!accounts) return refuse('accountsChanged', 'a list of addresses')
      emit({ type: 'accountsChanged', family: 'eip155', accounts })
    },
    chainChanged(value) {
      const networkId = parseChainId(value)
      if (!networkId) return refuse('chainChanged', 'a chain id')
      emit({ type: 'networkChanged', family: 'eip155', networkId })
    },
    disconnect(value) {
      if (codeOf(value) !== willReconnect) return emit({ type: 'disconnected', family: 'eip155' })
      hasAccounts({ provider, host, signal: stopped.signal }).then((still) => {
        if (!still) emit({ type: 'disconnected', family: 'eip155' })
      })
    },
  }
  const forEach = (act: (event: string, handler: (value: unknown) => void) => unknown) => {
    try {
      for (const [event, handler] of Object.entries(handlers)) act(event, handler)
    } catch (cause) {
      host.report(foreignError(cause, { method: 'on' })) // a wallet that can't be listened to can still be asked
    }
  }
  forEach((event, handler) => provider.on?.(event, handler))
  return () => {
    stopped.abort()
    forEach((event, handler) => provider.removeListener?.(event, handler))
  }
}

/**
 * Calls back once a wallet that shows no account shows some: it was locked, or the visitor had cut the page off there, and lets it see them again. Wallets
 * don't say which: of `wallet_getPermissions` (EIP-2255) MetaMask answers `eth_accounts` while it is locked, and Rabby and its kin nothing, as after a
 * revocation. So both wait until the visitor connects or disconnects.
 *
 * @returns stops
 */
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

/** Does the wallet still show accounts? One that doesn't say, or not in time, is gone. */
async function hasAccounts({
  provider,
  host: { clock, report },
  signal,
}: {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'clock' | 'report'>
  readonly signal: AbortSignal
}): Promise<boolean> {
  const expected = 'a list of addresses'
  try {
    const accounts = await requestWallet({
      provider,
      signal,
      clock,
      timeoutMs: reconnectCheckMs,
      method: 'eth_accounts',
      parse: parseAccounts,
      expected,
    })
    return accounts.length > 0
  } catch (error) {
    if (!signal.aborted) report(error)
    return false
  }
}

function codeOf(value: unknown): unknown {
  return readable(() => (typeof value === 'object' && value !== null ? Reflect.get(value, 'code') : undefined))
}

/** Reads what a wallet handed over; what throws on being read says nothing. */
function readable<T>(reading: () => T): T | undefined {
  try {
    return reading()
  } catch {
    return undefined // reported to the host by the caller that needed it
  }
}
