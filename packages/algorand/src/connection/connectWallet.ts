import type { ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest } from '@foyer/core'
import { createShownAccounts, forgotten, networkAsked } from '@foyer/core/connector'
import { AccountNotConnectedError, foreignError, WalletAnswerError } from '@foyer/core/errors'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { AlgorandProvider } from '../family.js'
import { accountsOf, forget, remember, remembered, type Shown } from './remembered.js'
import { createWalletObject, type WalletObject } from './walletObject.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'providerId' | 'networks'>
}

/**
 * Asks a wallet for its accounts on a network; the visitor decides.
 *
 * @throws ChainNotSupportedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  request: { network, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const { caipNetworkId: networkId } = networkAsked({ family: 'algorand', network, host })
  const wallet = createWalletObject({ found, host })
  const first = await enter({ wallet, networkId, signal })
  remember({ storage: host.storage, id: found.id, shown: first })
  return liveConnection({ found, host, wallet, first })
}

/** Restores a connection by what the wallet showed: asked anew, it may prompt. @returns null where there is none */
export async function restoreWallet({
  found,
  request: { host },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const first = remembered({ storage: host.storage, id: found.id })
  return first ? liveConnection({ found, host, wallet: createWalletObject({ found, host }), first }) : null
}

async function enter(of: {
  readonly wallet: WalletObject
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}): Promise<Shown> {
  const accounts = accountsOf(await of.wallet.enable(of))
  if (!accounts) throw new WalletAnswerError({ method: 'enable', expected: 'an account' })
  return { networkId: of.networkId, accounts }
}

/** How long a wallet may take to forget this site, in milliseconds. */
const disconnectMs = 3000

/** Nothing of these wallets says between requests that they have changed, and to ask them may prompt: what an account is used for says whether it still may be. */
function liveConnection({
  found,
  host,
  wallet,
  first,
}: Reached & {
  readonly host: ConnectorHost
  readonly wallet: WalletObject
  readonly first: Shown
}): LiveConnection {
  const place = { storage: host.storage, id: found.id }
  const shown = createShownAccounts({
    ...{ family: 'algorand', first },
    accountsIn: ({ accounts }) => accounts,
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () => () => {},
  })
  /** The wallet no longer lets this page use the account: the connection ends with it. */
  const used = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof AccountNotConnectedError && !shown.isOver) shown.hide()
      throw error
    }
  }
  const { signMessage } = wallet
  const provider: AlgorandProvider = {
    getAccounts: async () => shown.now.accounts.map(({ address }) => address),
    signMessage: signMessage && ((request) => used(signMessage({ ...request, networkId: shown.now.networkId }))),
    signTransaction: (request) => used(wallet.signTransaction({ ...request, networkId: shown.now.networkId })),
  }
  return {
    get accounts() {
      return shown.now.accounts
    },
    get networks() {
      return { algorand: shown.now.networkId }
    },
    providers: { algorand: provider },
    listen: shown.listen,
    async switchNetwork({ network: { caipNetworkId: networkId }, signal }) {
      if (networkId !== shown.now.networkId) shown.arrive(await enter({ wallet, networkId, signal }))
    },
    async disconnect() {
      shown.end()
      forget(place)
      const asked = wallet.disable({ networkId: shown.now.networkId, timeoutMs: disconnectMs })
      await forgotten(asked, (cause) => host.report(foreignError(cause, { connectorId: found.id })))
    },
  }
}
