/** A swap, from its amount to the wallet; and what it costs. */

export { swapFeeBps } from '../wire/swapConstants.js'
export { swapOf, watchSwap } from './swap.js'
export {
  type SwapAction,
  type SwapFigures,
  type SwapFiguresParameters,
  type SwapOverview,
  type SwapSide,
  swapFigures,
  swapOverview,
} from './swapFigures.js'
export type { SwapRoom } from './swapRoom.js'
export {
  idleSwap,
  type Quote,
  type Quoting,
  type SwapAccount,
  type SwapAsset,
  type SwapBeginning,
  type SwapState,
  type SwapStep,
  type SwapTarget,
  slippageBounds,
  typedSlippage,
} from './swapState.js'
