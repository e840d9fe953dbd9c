import type { ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest } from '@foyer/core'
import { awaitShown, createShownAccounts, forgotten, networkAsked, onWindow } from '@foyer/core/connector'
import {
  AccountNotConnectedError,
  FoyerError,
  foreignError,
  ProviderDisconnectedError,
  WalletAnswerError,
} from '@foyer/core/errors'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { NearProvider } from '../family.js'
import { accountsOf, forget, remember, remembered, type Shown } from './remembered.js'
import { createWalletObject, type WalletObject } from './walletObject.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'source' | 'kind'>
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
  const { caipNetworkId: networkId } = networkAsked({ family: 'near', network, host })
  const wallet = createWalletObject({ found, host })
  const shown = await enter({ wallet, networkId, signal })
  remember({ storage: host.storage, id: found.id, shown })
  return liveConnection({ found, host, wallet, first: shown })
}

/** Restores a connection by what the wallet showed: asked anew, a locked one may prompt. @returns null where there is none */
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
  const accounts = accountsOf(await of.wallet.signIn(of))
  if (!accounts) throw new WalletAnswerError({ method: 'signIn', expected: 'an account' })
  return { networkId: of.networkId, accounts }
}

/** How long a wallet may take to forget this site, in milliseconds. */
const disconnectMs = 3000

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
    ...{ family: 'near', first },
    accountsIn: ({ accounts }) => accounts,
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () => onReturn(() => void returned().catch(host.report)),
  })
  /** What the wallet shows now. @returns undefined where it shows this page nothing */
  const look = async (signal?: AbortSignal | undefined): Promise<Shown | undefined> =>
    shown.onNetwork(async (networkId) => {
      const accounts = accountsOf(await wallet.accounts({ networkId, signal }), shown.now.accounts)
      return accounts && { networkId, accounts }
    })
  /** The visitor comes back to the page, and may have been to the wallet: no event of its own says so. */
  const returned = async () => {
    try {
      const now = await look()
      if (now) shown.arrive(now)
      else if (!shown.isOver) shown.hide()
    } catch (error) {
      if (shown.isOver) return
      if (error instanceof ProviderDisconnectedError || found.source() === undefined) {
        forget(place)
        return shown.leave()
      }
      // One that is locked, or can't say: what is signed is asked for anew anyway.
      if (!(error instanceof FoyerError)) throw error
    }
  }
  /** The account may be another since: the wallet says so where it is asked. @throws AccountNotConnectedError */
  const checked = async (accountId: string, signal: AbortSignal | undefined): Promise<NetworkId> => {
    const now = await look(signal)
    if (now) shown.arrive(now)
    if (!now?.accounts.some(({ address }) => address === accountId))
      throw new AccountNotConnectedError({ family: 'near' })
    return now.networkId
  }
  const provider: NearProvider = {
    getAccounts: ({ signal } = {}) => wallet.accounts({ networkId: shown.now.networkId, signal }),
    async signMessage(request) {
      return wallet.signMessage({ ...request, networkId: await checked(request.accountId, request.signal) })
    },
    async sendTransfer(request) {
      return wallet.send({ ...request, networkId: await checked(request.accountId, request.signal) })
    },
  }
  return {
    get accounts() {
      return shown.now.accounts
    },
    get networks() {
      return { near: shown.now.networkId }
    },
    providers: { near: provider },
    listen: shown.listen,
    awaitAccounts: (back) => awaitShown({ listenTo: onReturn, look, back }),
    async switchNetwork({ network: { caipNetworkId: networkId }, signal }) {
      if (networkId !== shown.now.networkId) shown.arrive(await enter({ wallet, networkId, signal }))
    },
    async disconnect() {
      shown.end()
      forget(place)
      const asked = wallet.signOut({ networkId: shown.now.networkId, timeoutMs: disconnectMs })
      await forgotten(asked, (cause) => host.report(foreignError(cause, { connectorId: found.id })))
    },
  }
}

const onReturn = (listener: () => void) => onWindow('focus', listener)
