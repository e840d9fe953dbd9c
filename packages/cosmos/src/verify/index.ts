export type { SiwxVerifier } from '@foyer/core/siwx'
export type { CosmosChain } from '../family.js'
export { type CosmosSignedMessage, cosmosVerifier, verifyCosmosMessage } from './cosmosVerifier.js'
