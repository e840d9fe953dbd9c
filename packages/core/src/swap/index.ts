/** A swap, from its amount to the wallet; and what it costs. */

export { swapFeeBps } from '../wire/swap.js'
export {
  idleSwap,
  type Prepared,
  type Quote,
  type Quoting,
  type SwapAccount,
  type SwapAction,
  type SwapAsset,
  type SwapBeginning,
  type SwapFigures,
  type SwapFiguresParameters,
  type SwapOverview,
  type SwapSide,
  type SwapState,
  type SwapStep,
  type SwapTarget,
  slippageBounds,
  swapFigures,
  swapOverview,
  typedSlippage,
} from './swapFigures.js'
export type { SwapRoom } from './swapRoom.js'
export { swapOf, watchSwap } from './swapRoom.js'
