import type { AdapterHost, FamilyActions } from '@foyer/core'
import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'
import type { EsploraParameters } from './esplora/esplora.js'

/**
 * The code that speaks with a wallet and reads its ledger, in one chunk: fetched with the first connection, signature
 * or balance.
 */
export { connectWallet, restoreWallet } from './connection/connectWallet.js'

/** Each kit's own actions. */
export const actionsAt = (esplora: EsploraParameters['esplora']): ((host: AdapterHost) => FamilyActions<'bip122'>) =>
  actionsByHost((host) => createActions({ host, esplora }))
