/** The frames of a family's code: what all families write alike, loaded with the first wallet or network of one. */
export * from './actions.js'
export * from './connections.js'
export * from './nodes.js'
export { networkIdOf, type RememberedPlace, rememberedAt } from './remembered.js'
export * from './sessionProvider.js'
