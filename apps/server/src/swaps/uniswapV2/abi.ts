import { parseAbi } from 'viem'

/** Of UniswapV2Router02, what is used. */
export const routerAbi = parseAbi([
  'function WETH() view returns (address)',
  'function factory() view returns (address)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
])

export const factoryAbi = parseAbi(['function getPair(address tokenA, address tokenB) view returns (address pair)'])

export const pairAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
])

/** Of our own FeeRouter. */
export const feeRouterAbi = parseAbi([
  'function router() view returns (address)',
  'function feeBps() view returns (uint256)',
  'function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256 amountOut)',
  'function swapNativeForTokens(uint256 minAmountOut, address[] path, uint256 deadline) payable returns (uint256 amountOut)',
  'function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] path, uint256 deadline) returns (uint256 amountOut)',
])
