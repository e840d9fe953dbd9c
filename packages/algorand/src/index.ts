export { algorand } from './algorand.js'
export * from './errors.js'
export type * from './family.js'
export { algorandMainnet, algorandTestnet } from './networks.js'
