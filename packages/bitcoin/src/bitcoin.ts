import { type Adapter, type Connector, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discovery/discoverWallets.js'
import { addressesChanged } from './wire/names.js'

export interface BitcoinOptions {
  /**
   * The Esplora that a network's ledger is read at and transactions are broadcast by, by CAIP-2 id: an address without the path's end, such as
   * `https://mempool.space/api`. Without it, the network's `customRpcUrls` and `rpcUrls` are taken for such addresses.
   */
  readonly esplora?: Readonly<Record<string, string>> | undefined
}

/**
 * The adapter of the Bitcoin family (`bip122`): finds wallets in the page by WBIP's `btc_providers`, Wallet Standard, and where UniSat, OKX, Leather, Phantom
 * and others sit, and reads the ledger at an Esplora. What isn't needed to find wallets is loaded when it is first used.
 *
 * @see BIP-122, BIP-174, BIP-322, https://github.com/Blockstream/esplora/blob/master/API.md
 * @example
 * const foyer = createFoyer({
 *   projectId: 'my-project',
 *   networks: [bitcoinNetwork],
 *   adapters: [bitcoin({ esplora: { [bitcoinNetwork.caipNetworkId]: 'https://mempool.space/api' } })],
 * })
 */
export function bitcoin({ esplora = {} }: BitcoinOptions = {}): Adapter<'bip122'> {
  const load = onDemand({ chunk: 'bitcoin', load: () => import('./wallet.js') })
  const actionsOf = onDemand({ chunk: 'bitcoin', load: async () => (await load()).actionsAt(esplora) })
  const connectorOf = (found: FoundWallet): Connector => {
    const { dialect: _, source: __, ...entry } = found
    return {
      ...entry,
      families: ['bip122'],
      connect: async (request) => (await load()).connectWallet({ found, request }),
      restore: async (request) => (await load()).restoreWallet({ found, request }),
    }
  }
  return {
    family: 'bip122',
    type: 'bitcoin',
    accountTypes: ['payment', 'ordinal'],
    // What a session with a wallet elsewhere is asked for [S7.36]. An account has several addresses, and the wallet says when they are others.
    session: {
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['accountsChanged', 'chainChanged', addressesChanged],
    },
    discover: ({ host, register }) => discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) }),
    actions: async (host) => (await actionsOf())(host),
  }
}
