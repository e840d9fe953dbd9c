export * from './errors.js'
export type * from './family.js'
export { near } from './near.js'
export { nearMainnet, nearTestnet } from './networks.js'
