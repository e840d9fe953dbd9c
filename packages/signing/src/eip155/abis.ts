import type { AbiParameter } from 'viem'

// As data, not in words: what reads those weighs more than all that is written here.

const typed =
  <const Type extends string>(type: Type) =>
  <const Name extends string>(name: Name) =>
    ({ name, type }) as const

const address = typed('address')
const addresses = typed('address[]')
const bool = typed('bool')
const bytes = typed('bytes')
const bytesList = typed('bytes[]')
const uint = typed('uint256')
const uints = typed('uint256[]')
const fee = typed('uint24')('fee')
const limit = typed('uint160')('sqrtPriceLimitX96')

const call = <const Name extends string, const Inputs extends readonly AbiParameter[]>(name: Name, inputs: Inputs) =>
  ({ type: 'function', name, inputs, outputs: [], stateMutability: 'nonpayable' }) as const

const structure = <const Components extends readonly AbiParameter[]>(components: Components) =>
  ({ name: 'swap', type: 'tuple', components }) as const

/** What tokens and collections have in common: ERC-20, ERC-721, ERC-1155, and the coin in a token's form. */
export const tokenAbi = [
  call('transfer', [address('to'), uint('amount')]),
  call('transferFrom', [address('from'), address('to'), uint('amount')]),
  call('approve', [address('spender'), uint('amount')]),
  call('increaseAllowance', [address('spender'), uint('amount')]),
  call('decreaseAllowance', [address('spender'), uint('amount')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('tokenId')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('tokenId'), bytes('data')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('id'), uint('count'), bytes('data')]),
  call('safeBatchTransferFrom', [address('from'), address('to'), uints('ids'), uints('counts'), bytes('data')]),
  call('setApprovalForAll', [address('operator'), bool('approved')]),
  call('deposit', []),
  call('withdraw', [uint('amount')]),
] as const

/** What controls a contract: a proxy's code, and its owner. */
export const controlAbi = [
  call('upgradeTo', [address('code')]),
  call('upgradeToAndCall', [address('code'), bytes('data')]),
  call('transferOwnership', [address('owner')]),
] as const

const along = [addresses('path'), address('to'), uint('deadline')] as const
const giving = [uint('give'), uint('get'), ...along] as const
const getting = [uint('get'), uint('give'), ...along] as const
const paying = [uint('get'), ...along] as const

/** Exchanges by pools of two (Uniswap V2 and its copies). */
export const pairAbi = [
  call('swapExactTokensForTokens', giving),
  call('swapTokensForExactTokens', getting),
  call('swapExactETHForTokens', paying),
  call('swapETHForExactTokens', paying),
  call('swapExactTokensForETH', giving),
  call('swapTokensForExactETH', getting),
  call('swapExactTokensForTokensSupportingFeeOnTransferTokens', giving),
  call('swapExactETHForTokensSupportingFeeOnTransferTokens', paying),
  call('swapExactTokensForETHSupportingFeeOnTransferTokens', giving),
] as const

const between = [address('tokenIn'), address('tokenOut'), fee, address('recipient')] as const
const byPath = [bytes('path'), address('recipient')] as const
const until = uint('deadline')
const exactIn = [uint('amountIn'), uint('amountOutMinimum')] as const
const exactOut = [uint('amountOut'), uint('amountInMaximum')] as const

/** Exchanges by pools with ranges (Uniswap V3), by its first router and its second, whose structures have no deadline; and what stands beside them in a `multicall`. */
export const poolAbi = [
  call('exactInputSingle', [structure([...between, until, ...exactIn, limit])]),
  call('exactInputSingle', [structure([...between, ...exactIn, limit])]),
  call('exactOutputSingle', [structure([...between, until, ...exactOut, limit])]),
  call('exactOutputSingle', [structure([...between, ...exactOut, limit])]),
  call('exactInput', [structure([...byPath, until, ...exactIn])]),
  call('exactInput', [structure([...byPath, ...exactIn])]),
  call('exactOutput', [structure([...byPath, until, ...exactOut])]),
  call('exactOutput', [structure([...byPath, ...exactOut])]),
  call('unwrapWETH9', [uint('least'), address('recipient')]),
  call('unwrapWETH9', [uint('least')]),
  call('sweepToken', [address('token'), uint('least'), address('recipient')]),
  call('refundETH', []),
  call('multicall', [bytesList('calls')]),
  call('multicall', [uint('deadline'), bytesList('calls')]),
] as const
