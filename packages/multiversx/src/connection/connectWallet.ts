import type { ConnectorHost, ConnectRequest, LiveConnection, NonEmpty, RestoreRequest } from '@foyer/core'
import { createShownAccounts, forgotten, networkAsked, onWindow } from '@foyer/core/connector'
import { AbortedError, AccountNotConnectedError, foreignError } from '@foyer/core/errors'
import { type FoundWallet, isThere } from '../discovery/discoverWallets.js'
import type { MultiversxProvider } from '../family.js'
import { createExtension, type Extension } from './extension.js'
import { accountOf, forget, remember, remembered, type Shown } from './remembered.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id'>
}

/**
 * Asks the extension for its account; the visitor decides. It is on a network of its own, which a page can't read: an address is the same on all of them.
 *
 * @throws ChainDisconnectedError · ProviderDisconnectedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  request: { network, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const { caipNetworkId: networkId } = networkAsked({ family: 'mvx', network, host })
  if (signal.aborted) throw new AbortedError({ cause: signal.reason })
  const extension = createExtension(host)
  const shown = { networkId, address: await extension.connect({ signal }) }
  remember({ storage: host.storage, id: found.id, shown })
  return liveConnection({ found, host, extension, first: shown })
}

/** Restores a connection by what the wallet showed: it can't be asked without a prompt. @returns null where there is none */
export async function restoreWallet({
  found,
  request: { host },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const first = remembered({ storage: host.storage, id: found.id })
  return first && liveConnection({ found, host, extension: createExtension(host), first })
}

/** How long the wallet may take to forget this site, in milliseconds. */
const disconnectMs = 3000

function liveConnection({
  found,
  host,
  extension,
  first,
}: Reached & {
  readonly host: ConnectorHost
  readonly extension: Extension
  readonly first: Shown
}): LiveConnection {
  const place = { storage: host.storage, id: found.id }
  const shown = createShownAccounts({
    ...{ family: 'mvx', first },
    accountsIn: (each) => [accountOf(each)],
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () => onWindow('focus', returned),
  })
  /** The extension says nothing by itself: that it is gone is seen when the visitor comes back to the page. */
  const returned = () => {
    if (shown.isOver || isThere()) return
    forget(place)
    shown.leave()
  }
  /** @throws AccountNotConnectedError for an account that isn't the connection's */
  const own = (address: string): void => {
    if (address !== shown.now.address) throw new AccountNotConnectedError({ family: 'mvx' })
  }
  const provider: MultiversxProvider = {
    async signMessage(request) {
      own(request.address)
      return extension.signMessage(request)
    },
    async signTransaction(request) {
      own(request.transaction.sender)
      return extension.signTransaction(request)
    },
  }
  return {
    get accounts(): NonEmpty<ReturnType<typeof accountOf>> {
      return [accountOf(shown.now)]
    },
    get networks() {
      return { mvx: shown.now.networkId }
    },
    providers: { mvx: provider },
    listen: shown.listen,
    async switchNetwork({ network: { caipNetworkId: networkId } }) {
      shown.arrive({ ...shown.now, networkId })
    },
    async disconnect() {
      shown.end()
      forget(place)
      const asked = isThere()
        ? extension.logout({ address: shown.now.address, timeoutMs: disconnectMs })
        : Promise.resolve()
      await forgotten(asked, (cause) => host.report(foreignError(cause, { connectorId: found.id })))
    },
  }
}
