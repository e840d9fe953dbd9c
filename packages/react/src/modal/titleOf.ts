import type { Route } from '@foyer/core'
import type { Modal } from './modalContext.js'
import { shownName } from './shownName.js'
import { walletOf } from './walletOf.js'

/** A name, the same in every language. */
const pairingName = 'WalletConnect'

/** What a view is called. */
export function titleOf({
  route,
  modal: { foyer, state, say },
}: {
  readonly route: Route
  readonly modal: Pick<Modal, 'foyer' | 'state' | 'say'>
}): string {
  switch (route.view) {
    case 'ConnectingExternal':
      return walletOf({ id: route.connectorId, state, foyer })?.name ?? say('connect.title')
    case 'ConnectingWalletConnect':
      return shownName(route.wallet?.name ?? '') || pairingName
    case 'ConnectingWalletConnectBasic':
      return pairingName
    case 'AllWallets':
      return say('connect.allWallets')
    case 'Account':
      return say('account.title')
    case 'Networks':
      return say('network.title')
    case 'SwitchNetwork': {
      const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === route.networkId)
      return network?.name ?? say('network.switchTitle')
    }
    case 'SwitchActiveChain':
      return say('network.switchChainTitle')
    case 'UnsupportedChain':
      return say('network.unsupportedTitle')
    case 'WhatIsAWallet':
      return say('help.walletTitle')
    case 'WhatIsANetwork':
      return say('help.networkTitle')
    case 'GetWallet':
      return say('help.getWalletTitle')
    case 'Downloads': {
      const name = shownName(route.wallet.name)
      return name === '' ? say('help.downloadsTitle') : say('help.getNamed', { name })
    }
    default:
      return say('connect.title')
  }
}
