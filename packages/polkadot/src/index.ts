export * from './errors.js'
export type * from './family.js'
export { kusama, polkadotAssetHub, polkadotRelay } from './networks.js'
export { type PolkadotOptions, polkadot } from './polkadot.js'
