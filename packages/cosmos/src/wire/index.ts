/** What wallets of Cosmos are asked over a WalletConnect session and nodes by `abci_query`, and what they answer: for both sides. */

export { chainIn } from '../chain/chains.js'
export { AbciAnswer, abciParams, balanceQuery, bondDenomQuery, type Query } from '../chain/queries.js'
export { type CosmosMethod, type CosmosMethods, type CosmosWireAccount, cosmosMethods } from './methods.js'
