import type { AdapterHost, FamilyActions } from '@foyer/core'
import { actionsByHost } from '@foyer/core/connector'
import { createActions } from './actions/createActions.js'

/** The code that speaks with a wallet and reads its network, in one chunk: fetched with the first connection, signature or balance. */
export { connectWallet, restoreWallet } from './connection/connectWallet.js'

/** Each kit's own actions. */
export const actionsOn: (host: AdapterHost) => FamilyActions<'cip34'> = actionsByHost(createActions)
