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
import { UnsupportedMethodError } from '@foyer/core/errors'
import { parseAccounts, parseChainId, parseSomeAccounts } from './answers.js'
import { awaitAccounts, listenToWallet } from './listenToWallet.js'
import { switchNetwork } from './switchNetwork.js'
import { isUnsupported, requestWallet } from './walletRequest.js'

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
    parse: parseAccounts,
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
      const stop = listenToWallet({ provider, host, listener })
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
