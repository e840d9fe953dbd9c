/** The requests to wallets of Cosmos over a WalletConnect session and to nodes by `abci_query`, and their answers: for both sides. */

export { chainIn } from '../chain/chains.js'
export { AbciAnswer, abciParams, balanceQuery, bondDenomQuery, type Query } from '../chain/queries.js'
export { type CosmosMethod, type CosmosMethods, type CosmosWireAccount, cosmosMethods } from './methods.js'
