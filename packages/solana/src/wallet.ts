import type { AdapterHost, FamilyActions } from '@foyer/core'
import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'
import type { Level } from './commitment.js'

/**
 * The code that speaks with a wallet and reads its chain, in one chunk: fetched with the first connection, signature or
 * balance.
 */
export { connectWallet, restoreWallet } from './connection/connectWallet.js'

/** Each kit's own actions. */
export const actionsAt = (commitment: Level): ((host: AdapterHost) => FamilyActions<'solana'>) =>
  actionsByHost((host) => createActions(host, commitment))
