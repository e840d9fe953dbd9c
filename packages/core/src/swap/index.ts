/** A swap, from its amount to the wallet; and what it costs. */

export { swapFeeBps } from '../wire/swap.js'
export * from './swapFigures.js'
export type { SwapRoom } from './swapRoom.js'
export { swapOf, watchSwap } from './swapRoom.js'
