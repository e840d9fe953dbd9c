/** What a swap costs, before it is made. */
export { displaySwapAmount } from './displaySwapAmount.js'
export { type SwapFigures, type SwapFiguresParameters, type SwapSide, swapFigures } from './swapFigures.js'
