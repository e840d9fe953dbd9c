import type { Account, NetworkId } from '@foyer/core'
import { onWindow } from '@foyer/core/connector'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import { type FoundWallet, isThere } from '../discovery/discoverWallets.js'
import { createExtension } from './extension.js'

/** The account that the wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  /** In lower case. */
  readonly address: string
}

const Kept = v.object({
  networkId: networkIdOf('mvx'),
  address: v.pipe(
    v.string(),
    v.check((text) => readAddress(text) !== undefined),
  ),
})

const accountOf = ({ address }: Shown): Account => ({ namespace: 'mvx', address, type: 'eoa' })

/** Asks the extension for its account; the visitor decides. It is on a network of its own, which no page can read: an address is the same on all of them. */
export const { connectWallet, restoreWallet } = walletConnections({
  family: 'mvx',
  kept: Kept,
  accountsIn: (shown: Shown) => [accountOf(shown)],
  open: ({ host }: WalletOpening<Pick<FoundWallet, 'id'>, Shown>) => createExtension(host),
  enter: async ({ wallet, network, signal }) => ({
    networkId: network.caipNetworkId,
    address: await wallet.connect({ signal }),
  }),
  goTo: async ({ now, network }) => ({ ...now(), networkId: network.caipNetworkId }),
  isThere,
  // It says nothing by itself: that it is gone is seen when the visitor comes back to the page.
  follow: ({ changed }) => onWindow('focus', () => changed()),
  providers: ({ wallet, own }) => ({
    mvx: {
      async signMessage(request) {
        own(request.address)
        return wallet.signMessage(request)
      },
      async signTransaction(request) {
        own(request.transaction.sender)
        return wallet.signTransaction(request)
      },
    },
  }),
  leave: ({ wallet, now, timeoutMs }) => (isThere() ? wallet.logout({ address: now().address, timeoutMs }) : undefined),
})
