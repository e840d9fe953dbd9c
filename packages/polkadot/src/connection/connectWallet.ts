import type { ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest } from '@foyer/core'
import { awaitShown, createShownAccounts, networkAsked } from '@foyer/core/connector'
import { AccountNotConnectedError, WalletAnswerError } from '@foyer/core/errors'
import { isSameAccount } from '../addresses/ss58.js'
import type { Chains } from '../chain/chains.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { PolkadotProvider } from '../family.js'
import { accountsOf, forget, remember, remembered, type Shown, shownOn } from './remembered.js'
import { createWalletObject, type WalletObject } from './walletObject.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'source'>
  readonly chains: Chains
}

/**
 * Asks a wallet for its accounts; the visitor decides. It isn't asked for a network: that is named in what it signs.
 *
 * @throws UnknownPolkadotChainError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  chains,
  request: { network, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const { caipNetworkId: networkId } = networkAsked({ family: 'polkadot', network, host })
  shownOn({ chains, networkId, listed: [] }) // before it is asked: an unknown chain can't be shown
  const wallet = createWalletObject({ found, host })
  const shown = shownOn({ chains, networkId, listed: await wallet.accounts({ signal }) })
  if (!shown) throw new WalletAnswerError({ method: 'accounts.get', expected: 'an account of the network' })
  remember({ storage: host.storage, id: found.id, shown })
  return liveConnection({ found, chains, host, wallet, first: shown })
}

/** Restores a connection by what the wallet showed: a locked one may prompt where it is asked. @returns null where there is none */
export async function restoreWallet({
  found,
  chains,
  request: { host },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const first = remembered({ storage: host.storage, id: found.id, chains })
  return first ? liveConnection({ found, chains, host, wallet: createWalletObject({ found, host }), first }) : null
}

function liveConnection({
  found,
  chains,
  host,
  wallet,
  first,
}: Reached & {
  readonly host: ConnectorHost
  readonly wallet: WalletObject
  readonly first: Shown
}): LiveConnection {
  const place = { storage: host.storage, id: found.id }
  const follow = (changed: (shown: Shown | undefined) => void) =>
    wallet.follow((listed) => changed(shownOn({ chains, networkId: shown.now.networkId, listed })))
  const shown = createShownAccounts({
    ...{ family: 'polkadot', first, accountsIn: accountsOf },
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () =>
      follow((next) => {
        if (shown.isOver) return
        if (found.source() === undefined) {
          forget(place)
          shown.leave()
        } else if (next) shown.arrive(next)
        else shown.hide()
      }),
  })
  const onNetwork = (networkId: NetworkId) => async (signal?: AbortSignal | undefined) =>
    shownOn({ chains, networkId, listed: await wallet.accounts({ signal }) })
  /** What the wallet shows now. */
  const look = (signal?: AbortSignal | undefined) => shown.onNetwork((networkId) => onNetwork(networkId)(signal))
  /** The account may be gone since: the wallet says so where it is asked. @throws AccountNotConnectedError */
  const checked = async (address: string, signal: AbortSignal | undefined): Promise<void> => {
    const now = await look(signal)
    if (now) shown.arrive(now)
    if (!now?.accounts.some((each) => isSameAccount(each.address, address)))
      throw new AccountNotConnectedError({ family: 'polkadot' })
  }
  const provider: PolkadotProvider = {
    getAccounts: async () => shown.now.accounts,
    async signMessage(request) {
      await checked(request.address, request.signal)
      return wallet.signRaw(request)
    },
    async signPayload(request) {
      await checked(request.payload.address, request.signal)
      return wallet.signPayload(request)
    },
  }
  return {
    get accounts() {
      return accountsOf(shown.now)
    },
    get networks() {
      return { polkadot: shown.now.networkId }
    },
    providers: { polkadot: provider },
    listen: shown.listen,
    awaitAccounts: (back) => awaitShown({ listenTo: (changed) => wallet.follow(changed), look, back }),
    async switchNetwork({ network: { caipNetworkId: networkId }, signal }) {
      if (networkId === shown.now.networkId) return
      const next = await onNetwork(networkId)(signal)
      if (!next) throw new AccountNotConnectedError({ family: 'polkadot' })
      shown.arrive(next)
    },
    async disconnect() {
      shown.end()
      forget(place)
    },
  }
}
