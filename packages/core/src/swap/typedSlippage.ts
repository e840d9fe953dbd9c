import { parseAmount, typedAmount } from '../chain/amount.js'
import { slippageBounds } from './swapState.js'

/** Percent has two decimals here: basis points. */
const places = 2

/**
 * Reads a slippage as it is typed, in percent, with a point or a comma.
 *
 * @returns basis points from 10 to 1,000; undefined for what is no number, too precise, or beyond
 * @see S9.10
 * @example typedSlippage('0,75') // 75
 */
export function typedSlippage(text: string): number | undefined {
  const written = typedAmount(text)
  if (written === undefined || (written.split('.')[1]?.length ?? 0) > places) return undefined
  const { value } = parseAmount({ text: written, decimals: places })
  const { least, most } = slippageBounds
  return value >= BigInt(least) && value <= BigInt(most) ? Number(value) : undefined
}
