import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Side } from './side.js'
import type { SwapRoute } from './venue.js'

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** Twice what either takes with the usual contract. */
const gas = 100_000n

/**
 * The network's own coin for its wrapped form, or back: one for one, by the wrapping contract itself, without a fee and without
 * an approval.
 * @returns null for any other two
 */
export function wrapping(request: { from: Side; to: Side; wrapped: Address; amount: bigint }): SwapRoute | null {
  const { from, to, wrapped, amount } = request
  const isWrapped = (side: Side) => side.kind === 'token' && side.address === wrapped
  const common = {
    amountOut: amount,
    isFixed: true,
    fee: { bps: 0, amount: 0n },
    priceImpactBps: 0,
    gas,
    unseenGas: 0n,
    target: wrapped,
    spender: null,
  }
  if (from.kind === 'native' && isWrapped(to)) {
    const data = encodeFunctionData({ abi, functionName: 'deposit' })
    return { ...common, call: () => ({ to: wrapped, data, value: amount }) }
  }
  if (to.kind === 'native' && isWrapped(from)) {
    const data = encodeFunctionData({ abi, functionName: 'withdraw', args: [amount] })
    return { ...common, call: () => ({ to: wrapped, data, value: 0n }) }
  }
  return null
}
