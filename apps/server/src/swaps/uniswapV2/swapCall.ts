import { type Address, encodeFunctionData } from 'viem'
import type { Path } from '../candidatePaths.js'
import type { Side } from '../side.js'
import type { SwapCall, SwapTerms } from '../venue.js'
import { feeRouterAbi, routerAbi } from './abi.js'

export interface SwapPlan {
  from: Side
  to: Side
  amount: bigint
  path: Path
}

/** The call of the router itself. */
export function routerCall({ router, plan, terms }: { router: Address; plan: SwapPlan; terms: SwapTerms }): SwapCall {
  const { from, to, amount, path } = plan
  const { account, minAmountOut, deadline } = terms
  if (from.kind === 'native') {
    const args = [minAmountOut, path, account, deadline] as const
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args })
    return { to: router, data, value: amount }
  }
  const args = [amount, minAmountOut, path, account, deadline] as const
  const functionName = to.kind === 'native' ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
  return { to: router, data: encodeFunctionData({ abi: routerAbi, functionName, args }), value: 0n }
}

/** The call of the fee router, which pays its caller. */
export function feeRouterCall({
  feeRouter,
  plan,
  terms,
}: {
  feeRouter: Address
  plan: SwapPlan
  terms: SwapTerms
}): SwapCall {
  const { from, to, amount, path } = plan
  const { minAmountOut, deadline } = terms
  if (from.kind === 'native') {
    const args = [minAmountOut, path, deadline] as const
    const data = encodeFunctionData({ abi: feeRouterAbi, functionName: 'swapNativeForTokens', args })
    return { to: feeRouter, data, value: amount }
  }
  const args = [amount, minAmountOut, path, deadline] as const
  const functionName = to.kind === 'native' ? 'swapTokensForNative' : 'swapTokensForTokens'
  return { to: feeRouter, data: encodeFunctionData({ abi: feeRouterAbi, functionName, args }), value: 0n }
}
