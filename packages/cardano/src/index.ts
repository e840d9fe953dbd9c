export { cardano } from './cardano.js'
export * from './errors.js'
export type * from './family.js'
export { cardanoMainnet, cardanoPreprod, cardanoPreview } from './networks.js'
