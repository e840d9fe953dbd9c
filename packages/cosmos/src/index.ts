export { type CosmosOptions, cosmos } from './cosmos.js'
export * from './errors.js'
export type * from './family.js'
export { cosmosHub, juno, noble, osmosis } from './networks.js'
