import type {
  Account,
  AdapterHost,
  ConnectRequest,
  Eip1193Provider,
  LiveConnection,
  NonEmpty,
  RestoreRequest,
  WalletEvent,
} from '@foyer/core'
import { foreignError, UnsupportedMethodError, WalletAnswerError } from '@foyer/core/errors'
import { switchNetwork } from './switchNetwork.js'
import { isUnsupported, parseAccounts, parseChainId, parseSomeAccounts, requestWallet } from './walletRequest.js'

export interface WalletRequest extends Pick<ConnectRequest, 'signal'> {
  readonly provider: Eip1193Provider
  readonly host: AdapterHost
}

/**
 * Asks a wallet for its accounts; the visitor decides.
 *
 * @throws UserRejectedError · RequestPendingError · WalletAnswerError · AbortedError
 */
export async function connectWallet({ provider, host, signal }: WalletRequest): Promise<LiveConnection> {
  const accounts = await requestAccounts({ provider, signal })
  return liveConnection({ provider, host, accounts, signal })
}

/** Restores a connection that the wallet still remembers. Never prompts. @returns null where it shows none, as one that is locked */
export async function restoreWallet({
  provider,
  host,
  signal,
  locked,
}: WalletRequest & Pick<RestoreRequest, 'locked'>): Promise<LiveConnection | null> {
  const [first, ...others] = await readAccounts({ provider, signal })
  if (first) return liveConnection({ provider, host, accounts: [first, ...others], signal })
  locked?.((back) => awaitAccounts({ provider, host, back }))
  return null
}

interface Asked {
  readonly provider: Eip1193Provider
  readonly signal: AbortSignal
}

async function requestAccounts({ provider, signal }: Asked): Promise<NonEmpty<Account>> {
  const expected = 'a list of at least one address'
  try {
    return await requestWallet({ provider, signal, method: 'eth_requestAccounts', parse: parseSomeAccounts, expected })
  } catch (error) {
    if (!isUnsupported(error)) throw error
    // A wallet that only knows permissions (EIP-2255).
    const params = [{ eth_accounts: {} }]
    const parse = (answer: unknown) => (Array.isArray(answer) ? answer.length : undefined)
    try {
      await requestWallet({
        provider,
        signal,
        method: 'wallet_requestPermissions',
        params,
        parse,
        expected: 'a list of permissions',
      })
    } catch (cause) {
      if (!isUnsupported(cause)) throw cause
      // A provider of an application that is the page's by itself; one that shows nothing can't be asked for it.
      if ((await readAccounts({ provider, signal })).length === 0)
        throw new UnsupportedMethodError({ context: { method: 'eth_requestAccounts' }, cause })
    }
    return requestWallet({ provider, signal, method: 'eth_accounts', parse: parseSomeAccounts, expected })
  }
}

function readAccounts({ provider, signal }: Asked): Promise<readonly Account[]> {
  return requestWallet({
    provider,
    signal,
    method: 'eth_accounts',
    parse: (answer) => parseAccounts(answer ?? []), // some say null for none
    expected: 'a list of addresses',
  })
}

async function liveConnection({
  provider,
  host,
  accounts,
  signal,
}: Asked & { readonly host: AdapterHost; readonly accounts: NonEmpty<Account> }): Promise<LiveConnection> {
  const networkId = await requestWallet({
    provider,
    signal,
    method: 'eth_chainId',
    parse: parseChainId,
    expected: 'a chain id',
  })
  const listeners = new Set<(event: WalletEvent) => void>()
  return {
    accounts,
    networks: { eip155: networkId },
    providers: { eip155: provider },
    listen(listener) {
      const stop = listenToWallet({ provider, host, listener, asksOrder: true })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
    awaitAccounts: (back) => awaitAccounts({ provider, host, back }),
    switchNetwork: (request) =>
      switchNetwork({
        ...request,
        provider,
        host,
        // A wallet may have gone elsewhere without a word.
        found(networkId) {
          for (const listener of listeners) listener({ type: 'networkChanged', family: 'eip155', networkId })
        },
      }),
    disconnect: () => revokePermissions({ provider, host }),
  }
}

/** How long a wallet may take to forget this site, in milliseconds. */
const revokeMs = 3000

/**
 * Asks the wallet to forget this site (EIP-2255, `wallet_revokePermissions`). Never prompts, and always ends: a wallet that
 * can't, or takes too long, leaves the visitor disconnected all the same. Any other failure is reported to the host.
 */
async function revokePermissions({
  provider,
  host: { clock, report },
}: {
  readonly provider: Eip1193Provider
  readonly host: Pick<AdapterHost, 'clock' | 'report'>
}): Promise<void> {
  try {
    await requestWallet({
      provider,
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
      parse: () => true, // wallets answer null, an empty list or what they revoked
      expected: 'anything',
      clock,
      timeoutMs: revokeMs,
    })
  } catch (error) {
    if (!isUnsupported(error)) report(error)
  }
}

/** MetaMask's code for a connection that it restores by itself. */
const willReconnect = 1013

/** How long a wallet that said it will be back may take to say that it is, in milliseconds. */
const reconnectCheckMs = 3000

/** How long a wallet whose accounts have changed may take to say which it has chosen, in milliseconds. */
const orderMs = 1000

/**
 * Follows what a wallet does by itself [S4.19]: accountsChanged, chainChanged, disconnect (EIP-1193).
 * What can't be read changes nothing, and is reported.
 *
 * @returns stops; what the wallet emits afterwards is ignored, even where it can't remove listeners
 */
function listenToWallet({
  provider,
  host,
  listener,
  asksOrder = false,
}: {
  /** Is the wallet asked which of several accounts it has chosen? */
  readonly asksOrder?: boolean
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
  // The newest alone counts, however late an earlier one is answered.
  let changes = 0
  const handlers: Readonly<Record<string, (value: unknown) => void>> = {
    accountsChanged(value) {
      const accounts = readable(() => parseAccounts(value))
      if (!accounts) return refuse('accountsChanged', 'a list of addresses')
      const change = ++changes
      const changed = (accounts: readonly Account[]) => {
        if (change === changes) emit({ type: 'accountsChanged', family: 'eip155', accounts })
      }
      if (accounts.length < 2 || !asksOrder) return changed(accounts)
      // Of several some wallets list the chosen one first only where they are asked.
      accountsNow({ provider, host, signal: stopped.signal, timeoutMs: orderMs }).then((now) =>
        changed(now && now.length > 0 ? now : accounts),
      )
    },
    chainChanged(value) {
      const networkId = parseChainId(value)
      if (!networkId) return refuse('chainChanged', 'a chain id')
      emit({ type: 'networkChanged', family: 'eip155', networkId })
    },
    disconnect(value) {
      if (codeOf(value) !== willReconnect) return emit({ type: 'disconnected', family: 'eip155' })
      // One that doesn't say, or not in time, is gone.
      accountsNow({ provider, host, signal: stopped.signal, timeoutMs: reconnectCheckMs }).then((accounts = []) => {
        if (accounts.length === 0) emit({ type: 'disconnected', family: 'eip155' })
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
function awaitAccounts({
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

/** Reads the accounts that the wallet shows, the chosen one first. Never prompts. @returns undefined where it doesn't say, or not in time; that is reported */
async function accountsNow({
  host: { clock, report },
  signal,
  ...asked
}: Asked & {
  readonly host: Pick<AdapterHost, 'clock' | 'report'>
  readonly timeoutMs: number
}): Promise<readonly Account[] | undefined> {
  const expected = 'a list of addresses'
  try {
    return await requestWallet({ ...asked, signal, clock, method: 'eth_accounts', parse: parseAccounts, expected })
  } catch (error) {
    if (!signal.aborted) report(error)
    return undefined
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
