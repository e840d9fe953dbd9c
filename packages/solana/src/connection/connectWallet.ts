import type {
  Account,
  AdapterHost,
  ConnectorHost,
  ConnectRequest,
  LiveConnection,
  NonEmpty,
  RestoreRequest,
  WalletEvent,
} from '@foyer/core'
import { askWallet } from '@foyer/core/connector'
import {
  ChainNotSupportedError,
  foreignError,
  UnauthorizedError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletAnswerError,
} from '@foyer/core/errors'
import type { Presence } from '../discovery/discoverWallets.js'
import { parseAccounts, parseConnected, parseSomeConnected } from './accounts.js'
import { featuresOf } from './features.js'
import { firstNetwork, type Place, serves, solanaNetworks } from './place.js'

export interface WalletRequest<Request> extends Presence {
  readonly place: Place
  readonly host: Pick<ConnectorHost, 'clock' | 'report'>
  readonly request: Request
}

/**
 * Asks a wallet for its accounts; the visitor decides (`standard:connect`).
 *
 * @throws UserRejectedError · RequestPendingError · WalletAnswerError · AbortedError
 */
export async function connectWallet(asked: WalletRequest<ConnectRequest>): Promise<LiveConnection> {
  const accounts = await askWallet({
    ...connecting(asked),
    parse: parseSomeConnected,
    expected: 'a list of at least one account',
  })
  return liveConnection({ ...asked, accounts })
}

/** Restores a connection that the wallet still remembers, or has it be waited for. Never prompts. @returns null where it shows none */
export async function restoreWallet(asked: WalletRequest<RestoreRequest>): Promise<LiveConnection | null> {
  if (asked.gone.aborted) return null
  const [first, ...others] = await rememberedAccounts(asked)
  if (first) return liveConnection({ ...asked, accounts: [first, ...others] })
  asked.request.locked?.((back) => awaitAccounts({ ...asked, back }))
  return null
}

/** The accounts that a wallet shows without asking. Some wallets refuse where others show none. */
async function rememberedAccounts(asked: WalletRequest<RestoreRequest>): Promise<readonly Account[]> {
  try {
    return await askWallet({
      ...connecting(asked, { silent: true }),
      parse: parseConnected,
      expected: 'a list of accounts',
    })
  } catch (error) {
    if (error instanceof UserRejectedError || error instanceof UnauthorizedError) return []
    throw error
  }
}

function connecting({ wallet, request: { signal } }: WalletRequest<RestoreRequest>, input?: { readonly silent: true }) {
  const method = 'standard:connect'
  const feature = featuresOf(wallet)[method]
  if (!feature) throw new UnsupportedMethodError({ context: { method } })
  return { method, signal, ask: () => (input ? feature.connect(input) : feature.connect()) }
}

function liveConnection(
  asked: WalletRequest<Pick<ConnectRequest, 'host' | 'network'>> & { readonly accounts: NonEmpty<Account> },
): LiveConnection {
  const { wallet, gone, place, host, request, accounts } = asked
  place.networkId = firstNetwork(asked)
  const approved = solanaNetworks(request.host).flatMap(({ caipNetworkId }) =>
    serves(wallet, caipNetworkId) ? [caipNetworkId] : [],
  )
  return {
    accounts,
    networks: place.networkId === undefined ? {} : { solana: place.networkId },
    approvedNetworks: featuresOf(wallet)['solana:signTransaction'] ? undefined : approved,
    providers: { solana: wallet },
    listen: (listener) => listenToWallet({ wallet, gone, host, listener }),
    awaitAccounts: (back) => awaitAccounts({ wallet, gone, host, back }),
    async switchNetwork({ network: { caipNetworkId }, signal }) {
      signal.throwIfAborted()
      if (!serves(wallet, caipNetworkId)) throw new ChainNotSupportedError({ networkId: caipNetworkId })
      place.networkId = caipNetworkId
    },
    disconnect: () => disconnect({ wallet, host }),
  }
}

/** How long a wallet may take to forget this site, in milliseconds. */
const disconnectMs = 3000

/**
 * Asks the wallet to forget this site (`standard:disconnect`). Never prompts, and always ends: a wallet that can't, or takes too long, leaves the visitor
 * disconnected all the same. A failure is reported to the host.
 */
async function disconnect({
  wallet,
  host: { clock, report },
}: Pick<WalletRequest<never>, 'wallet' | 'host'>): Promise<void> {
  const method = 'standard:disconnect'
  const feature = featuresOf(wallet)[method]
  if (!feature) return
  try {
    await askWallet({
      method,
      ask: () => feature.disconnect(),
      parse: () => true, // wallets answer all sorts of things
      expected: 'nothing',
      clock,
      timeoutMs: disconnectMs,
    })
  } catch (error) {
    report(error)
  }
}

/**
 * Follows what a wallet does by itself [S4.19]: `standard:events`, and that it leaves the page. What can't be read changes nothing, and is reported.
 *
 * @returns stops; what the wallet says afterwards is ignored, even where it can't remove listeners
 */
function listenToWallet({
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
