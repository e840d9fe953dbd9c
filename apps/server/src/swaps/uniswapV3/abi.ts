import { parseAbi } from 'viem'

/** Of SwapRouter02, what is used; QuoterV2 has the first two as well. */
export const routerAbi = parseAbi([
  'function WETH9() view returns (address)',
  'function factory() view returns (address)',
  'struct ExactInput { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInput params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
])

/** It says that it changes things, and takes them back before it answers: to be called, never to be sent. */
export const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

export const factoryAbi = parseAbi([
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address pool)',
])

export const poolAbi = parseAbi([
  'function liquidity() view returns (uint128)',
  // What follows differs from one copy to another.
  'function slot0() view returns (uint160 sqrtPriceX96)',
])
