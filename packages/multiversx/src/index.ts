export * from './errors.js'
export type * from './family.js'
export { multiversx } from './multiversx.js'
export { multiversxDevnet, multiversxMainnet, multiversxTestnet } from './networks.js'
