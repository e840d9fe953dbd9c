import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Side } from '../side.js'
import type { SwapCall, SwapTerms } from '../venue.js'
import { routerAbi } from './abi.js'

/** What stands for the router itself, as a recipient. */
const routerItself: Address = '0x0000000000000000000000000000000000000002'

/**
 * The call of a SwapRouter02. It wraps what is sent along, and what is to come out as the network's own coin goes through it in
 * the same transaction, which also has the deadline.
 */
export function swapCall(request: {
  router: Address
  from: Side
  to: Side
  amount: bigint
  path: Hex
  terms: SwapTerms
}): SwapCall {
  const { router, from, to, amount, path, terms } = request
  const { account, minAmountOut, deadline } = terms
  const recipient = to.kind === 'native' ? routerItself : account
  const swap = { path, recipient, amountIn: amount, amountOutMinimum: minAmountOut }
  const calls = [encodeFunctionData({ abi: routerAbi, functionName: 'exactInput', args: [swap] })]
  if (to.kind === 'native') {
    calls.push(encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minAmountOut, account] }))
  }
  return {
    to: router,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline, calls] }),
    value: from.kind === 'native' ? amount : 0n,
  }
}
