/** What speaks with a wallet and reads its chain, in one chunk: fetched with the first connection, signature or balance. */
export { actionsByHost } from './actions/createActions.js'
export { connectWallet, restoreWallet } from './connection/connectWallet.js'
