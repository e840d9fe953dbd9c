import { type Adapter, type Connector, type NetworkId, onDemand } from '@foyer/core'
import { discoverWallets, type FoundWallet } from './discoverWallets'

/** Where the visitor is with a wallet: wallets of Sui are on no network by themselves. */
export interface Place {
  networkId: NetworkId | undefined
}

/**
 * An adapter of Sui, a family that the kit doesn't have: wallets of the Wallet Standard, messages, and transfers of SUI. Only what finds wallets comes with
 * the page; the rest is loaded when it is first used.
 *
 * @example
 * const foyer = createFoyer({ projectId: 'my-dapp', networks: [suiTestnet], adapters: [sui()] })
 */
export function sui(): Adapter<'other'> {
  const connection = onDemand({ chunk: 'sui', load: () => import('./connectWallet') })
  const actions = onDemand({ chunk: 'sui.actions', load: () => import('./createActions') })
  return {
    family: 'other',
    familyName: 'Sui',
    type: 'sui',
    accountTypes: ['eoa'],
    discover({ host, register }) {
      const places = new Map<string, Place>()
      const connectorOf = ({ name, icon, wallet, gone }: FoundWallet): Connector => {
        // One that leaves and registers itself anew, as after an update, is where it was.
        const place = places.get(name) ?? { networkId: undefined }
        places.set(name, place)
        return {
          // An id of its own, so that no wallet takes the place of another family's connector.
          id: `sui:${name}`,
          type: 'ANNOUNCED',
          name,
          icon,
          families: ['other'],
          connect: async (request) => (await connection()).connectWallet({ wallet, gone, place, request }),
          restore: async (request) => (await connection()).restoreWallet({ wallet, gone, place, request }),
        }
      }
      return discoverWallets({ host, found: (wallet) => register(connectorOf(wallet)) })
    },
    actions: async (host) => (await actions()).actionsOf(host),
  }
}
