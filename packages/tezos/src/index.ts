export * from './errors.js'
export type * from './family.js'
export { tezosGhostnet, tezosMainnet, tezosShadownet } from './networks.js'
export { tezos } from './tezos.js'
