import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'
import type { Chains } from './chain/chains.js'
import { connectionsOn } from './connection/connectWallet.js'

/**
 * Returns the code that speaks with a wallet and reads its chain, in one chunk: fetched with the first connection,
 * signature or balance. Each kit has its own actions.
 */
export const walletOn = (chains: Chains) => ({
  ...connectionsOn(chains),
  actionsOn: actionsByHost<'polkadot'>((host) => createActions({ host, chains })),
})
