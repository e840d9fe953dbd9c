import type { Account, ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest } from '@foyer/core'
import { awaitShown, createShownAccounts, networkAsked } from '@foyer/core/connector'
import { AccountNotConnectedError, ChainNotSupportedError, FoyerError, WalletAnswerError } from '@foyer/core/errors'
import { isOnNetwork, writeAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { CardanoProvider } from '../family.js'
import { forget, remember, remembered, type Shown } from './remembered.js'
import { createWalletObject, type Listed, type WalletObject } from './walletObject.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'source'>
}

/**
 * Asks a wallet for its account; the visitor decides. It is on a network by itself, of which it says no more than whether that is the main one.
 *
 * @throws ChainNotSupportedError where it is on a network that the kit doesn't have · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  request: { network, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const { caipNetworkId: wanted } = networkAsked({ family: 'cip34', network, host })
  const wallet = createWalletObject({ found, host })
  await wallet.enter({ signal })
  const first = shownOf({ listed: await wallet.list({ signal }), networkId: wanted, host })
  if (!first) throw new WalletAnswerError({ method: 'getUsedAddresses', expected: 'an address that a key spends from' })
  remember({ storage: host.storage, id: found.id, shown: first })
  return liveConnection({ found, host, wallet, first })
}

/** Restores a connection by what the wallet showed: a locked one may prompt where it is asked. @returns null where there is none */
export async function restoreWallet({
  found,
  request: { host },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const first = remembered({ storage: host.storage, id: found.id })
  return first ? liveConnection({ found, host, wallet: createWalletObject({ found, host }), first }) : null
}

/**
 * What is shown of a wallet: the address that was shown before, as long as it is the wallet's, and the network that was wanted, as far as the wallet's can be distinguished
 * from it.
 * @returns undefined where it has no address for the page
 * @throws ChainNotSupportedError
 */
function shownOf({
  listed: { network, addresses },
  networkId: wanted,
  address: before,
  host,
}: {
  readonly listed: Listed
  readonly networkId: NetworkId
  readonly address?: string | undefined
  readonly host: ConnectorHost
}): Shown | undefined {
  const configured = host.networks().flatMap((each) => (each.chainNamespace === 'cip34' ? [each.caipNetworkId] : []))
  const networkId = [wanted, ...configured].find((each) => isOnNetwork({ network }, each))
  if (networkId === undefined) throw new ChainNotSupportedError({ networkId: wanted })
  const written = addresses.map(({ bytes }) => writeAddress(bytes))
  const address = written.find((each) => each === before) ?? written[0]
  return address === undefined ? undefined : { networkId, address }
}

const accountOf = ({ address }: Shown): Account => ({ namespace: 'cip34', address, type: 'eoa' })

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
    ...{ family: 'cip34', first },
    accountsIn: (now) => [accountOf(now)],
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () => wallet.follow(() => void changed().catch(host.report)),
  })
  /** What the wallet shows now, of one that lets the page in without a word. */
  const look = async (signal?: AbortSignal | undefined): Promise<Shown | undefined> => {
    if (!(await wallet.isOpen({ signal }))) return undefined
    const listed = await wallet.list({ signal })
    return shownOf({ ...shown.now, listed, host })
  }
  const changed = async () => {
    if (found.source() === undefined) {
      forget(place)
      return shown.leave()
    }
    try {
      const now = await look()
      if (shown.isOver) return
      if (now) shown.arrive(now)
      else shown.hide()
    } catch (error) {
      // It shows none to this page any more.
      if (error instanceof FoyerError) return shown.isOver ? undefined : shown.hide()
      throw error
    }
  }
  /** The account may be gone since: a wallet that says nothing by itself is asked. @throws AccountNotConnectedError */
  const checked = async (address: string, signal: AbortSignal | undefined): Promise<void> => {
    const { network, addresses } = await wallet.list({ signal })
    const isThere = addresses.some(({ bytes }) => writeAddress(bytes) === address)
    if (isThere && isOnNetwork({ network }, shown.now.networkId)) return
    await changed()
    throw new AccountNotConnectedError({ family: 'cip34' })
  }
  const provider: CardanoProvider = {
    getAccounts: async () => [shown.now.address],
    async signData(request) {
      await checked(request.address, request.signal)
      return wallet.signData(request)
    },
    async signTransaction(request) {
      await checked(request.address, request.signal)
      return wallet.signTransaction(request)
    },
    async getUtxos(request) {
      await checked(request.address, request.signal)
      return wallet.getUtxos(request)
    },
  }
  return {
    get accounts() {
      return [accountOf(shown.now)] as const
    },
    get networks() {
      return { cip34: shown.now.networkId }
    },
    providers: { cip34: provider },
    listen: shown.listen,
    awaitAccounts: (back) => awaitShown({ listenTo: (each) => wallet.follow(each), look, back }),
    async switchNetwork({ network: { caipNetworkId: networkId }, signal }) {
      if (networkId === shown.now.networkId) return
      const { network, addresses } = await wallet.list({ signal })
      // It goes to another network by its visitor's hand alone.
      if (!isOnNetwork({ network }, networkId)) throw new ChainNotSupportedError({ networkId })
      const next = shownOf({ ...shown.now, listed: { network, addresses }, networkId, host })
      if (next) shown.arrive(next)
    },
    async disconnect() {
      shown.end()
      forget(place)
    },
  }
}
