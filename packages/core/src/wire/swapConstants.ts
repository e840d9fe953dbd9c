/** What a swap allows its price to move by, in percent, by default [S9.10]. */
export const swapSlippagePercent = 1

/** What a provider takes of the amount that is sold, in basis points: 0.85 %, the rate of 0.0085 without its rounding [S9.11]. */
export const swapFeeBps = 85

/** What a swap is taken to need before it is known, in units of gas [S9.13]. */
export const swapGasLimit = 150_000

/** Where swaps are offered, of the public networks [S9.15]: Ethereum, Arbitrum, OP, zkSync, Base, BNB, Polygon, Gnosis, Avalanche, Fantom, Kaia, Aurora. */
export const swapNetworks = [
  'eip155:1',
  'eip155:42161',
  'eip155:10',
  'eip155:324',
  'eip155:8453',
  'eip155:56',
  'eip155:137',
  'eip155:100',
  'eip155:43114',
  'eip155:250',
  'eip155:8217',
  'eip155:1313161554',
] as const

/** The symbols of the tokens that a list of them offers first [S9.16]. */
export const suggestedSwapTokens = [
  'ETH',
  'UNI',
  '1INCH',
  'AAVE',
  'SOL',
  'ADA',
  'AVAX',
  'DOT',
  'LINK',
  'NITRO',
  'GAIA',
  'MILK',
  'TRX',
  'NEAR',
  'GNO',
  'WBTC',
  'DAI',
  'WETH',
  'USDC',
  'USDT',
  'ARB',
  'BAL',
  'BICO',
  'CRV',
  'ENS',
  'MATIC',
  'OP',
] as const
