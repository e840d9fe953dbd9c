export * from './errors'
export type * from './family'
export { suiLocal, suiMainnet, suiTestnet } from './networks'
export { sui } from './sui'
