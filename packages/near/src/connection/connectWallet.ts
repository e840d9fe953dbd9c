import type { ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest, WalletEvent } from '@foyer/core'
import {
  AccountNotConnectedError,
  ChainDisconnectedError,
  FoyerError,
  foreignError,
  ProviderDisconnectedError,
  UnsupportedMethodError,
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
  const first = host.networks().find(({ chainNamespace }) => chainNamespace === 'near')
  const wanted = network?.chainNamespace === 'near' ? network : first
  if (!wanted) throw new ChainDisconnectedError()
  const wallet = createWalletObject({ found, host })
  const shown = await enter({ wallet, networkId: wanted.caipNetworkId, signal })
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
  let shown = first
  let isOver = false
  const listeners = new Set<(event: WalletEvent) => void>()
  const emit = (event: WalletEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const none: WalletEvent = { type: 'accountsChanged', family: 'near', accounts: [] }
  const arrive = (next: Shown) => {
    // What was asked before the visitor disconnected is kept no more.
    if (isOver) return
    const before = shown
    shown = next
    remember({ ...place, shown })
    if (next.networkId !== before.networkId) emit({ type: 'networkChanged', family: 'near', networkId: next.networkId })
    if (namesIn(next) !== namesIn(before)) emit({ type: 'accountsChanged', family: 'near', accounts: next.accounts })
  }
  /** What the wallet shows now. @returns undefined where it shows this page nothing */
  const look = async (signal?: AbortSignal | undefined): Promise<Shown | undefined> => {
    const { networkId } = shown
    const asked = wallet.accounts({ networkId, signal })
    await Promise.allSettled([asked])
    // The visitor has gone to another network meanwhile.
    if (networkId !== shown.networkId) return look(signal)
    const accounts = accountsOf(await asked, shown.accounts)
    return accounts && { networkId, accounts }
  }
  /** The visitor comes back to the page, and may have been to the wallet: no event of its own says so. */
  const returned = async () => {
    try {
      const now = await look()
      if (now) arrive(now)
      else if (!isOver) emit(none)
    } catch (error) {
      if (isOver) return
      if (error instanceof ProviderDisconnectedError || found.source() === undefined) {
        forget(place)
        return emit({ type: 'disconnected', family: 'near' })
      }
      // One that is locked, or can't say: what is signed is asked for anew anyway.
      if (!(error instanceof FoyerError)) throw error
    }
  }
  /** The account may be another since: the wallet says so where it is asked. @throws AccountNotConnectedError */
  const checked = async (accountId: string, signal: AbortSignal | undefined): Promise<NetworkId> => {
    const now = await look(signal)
    if (now) arrive(now)
    if (!now?.accounts.some(({ address }) => address === accountId))
      throw new AccountNotConnectedError({ family: 'near' })
    return now.networkId
  }
  const provider: NearProvider = {
    getAccounts: ({ signal } = {}) => wallet.accounts({ networkId: shown.networkId, signal }),
    async signMessage(request) {
      return wallet.signMessage({ ...request, networkId: await checked(request.accountId, request.signal) })
    },
    async sendTransfer(request) {
      return wallet.send({ ...request, networkId: await checked(request.accountId, request.signal) })
    },
  }
  let stopListening: (() => void) | undefined
  return {
    get accounts() {
      return shown.accounts
    },
    get networks() {
      return { near: shown.networkId }
    },
    providers: { near: provider },
    listen(listener) {
      listeners.add(listener)
      stopListening ??= onReturn(() => void returned().catch(host.report))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
    awaitAccounts(back) {
      let isStopped = false
      const stop = onReturn(() => {
        look().then(
          (now) => now && !isStopped && back(),
          () => {
            // it shows none yet
          },
        )
      })
      return () => {
        isStopped = true
        stop()
      }
    },
    async switchNetwork({ network: { caipNetworkId: networkId }, signal }) {
      if (networkId !== shown.networkId) arrive(await enter({ wallet, networkId, signal }))
    },
    async disconnect() {
      isOver = true
      forget(place)
      // A wallet that can't, or takes too long, leaves the visitor disconnected all the same.
      await wallet.signOut({ networkId: shown.networkId, timeoutMs: disconnectMs }).catch((error: unknown) => {
        if (!(error instanceof UnsupportedMethodError)) host.report(foreignError(error, { connectorId: found.id }))
      })
    },
  }
}

const namesIn = ({ accounts }: Shown): string => accounts.map(({ address }) => address).join()

/** @returns stops */
function onReturn(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  return () => window.removeEventListener('focus', listener)
}
