import type { Account, ConnectorHost, ConnectRequest, LiveConnection, NonEmpty, RestoreRequest } from '@foyer/core'
import { askWallet } from '@foyer/core/connector'
import {
  ChainNotSupportedError,
  UnauthorizedError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import type { Presence } from '../discovery/discoverWallets.js'
import { parseConnected, parseSomeConnected } from './accounts.js'
import { featuresOf } from './features.js'
import { awaitAccounts, listenToWallet } from './listenToWallet.js'
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
