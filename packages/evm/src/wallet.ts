import type { AdapterHost, FamilyActions } from '@foyer/core'
import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'
import { connectWallet, restoreWallet } from './connection/connectWallet.js'
import { goToByChannel } from './connection/switchNetwork.js'

export { getWalletCapabilities } from './actions/capabilities.js'

export interface WalletCode {
  readonly connectWallet: typeof connectWallet
  readonly restoreWallet: typeof restoreWallet
  readonly goToByChannel: typeof goToByChannel
  readonly actionsOf: (host: AdapterHost) => FamilyActions<'eip155'>
}

/**
 * Returns the code that speaks with a wallet and reads its chain, as one adapter has it; in one chunk, fetched with the
 * first connection, signature or balance.
 */
export const walletCode = (): WalletCode => ({
  connectWallet,
  restoreWallet,
  goToByChannel,
  actionsOf: actionsByHost(createActions),
})
