/** An own ERC-20 of the local chains, before it has an address. */
export interface TokenPlan {
  readonly name: string
  readonly symbol: Exclude<TokenSymbol, 'WETH'>
  readonly decimals: number
  /** what exists from the start, in whole tokens */
  readonly supply: string
  /** what each development account is given, in whole tokens */
  readonly grant: string
}

/** One with 6 digits, one with 18, one with 8: the three that real tokens have. */
export const tokenPlans: { readonly [Symbol in Exclude<TokenSymbol, 'WETH'>]: TokenPlan } = {
  DUSD: { name: 'Digital Dollar', symbol: 'DUSD', decimals: 6, supply: '100000000', grant: '10000' },
  FYR: { name: 'Foyer Coin', symbol: 'FYR', decimals: 18, supply: '100000000', grant: '5000' },
  WBTC: { name: 'Wrapped Bitcoin', symbol: 'WBTC', decimals: 8, supply: '21000', grant: '0.5' },
}

export const wethPlan: { readonly name: string; readonly symbol: 'WETH'; readonly decimals: number } = {
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
}

export type TokenSymbol = 'DUSD' | 'FYR' | 'WBTC' | 'WETH'

/** A pool's two sides in whole tokens; their ratio is the first price. */
export interface PoolPlan {
  readonly sides: readonly [
    { readonly symbol: TokenSymbol; readonly amount: string },
    { readonly symbol: TokenSymbol; readonly amount: string },
  ]
}

/** 1 ETH is 3,000 dollars, 1 FYR half a dollar, 1 bitcoin 90,000 dollars, from whichever side one looks. */
export const poolPlans: readonly PoolPlan[] = [
  {
    sides: [
      { symbol: 'WETH', amount: '1000' },
      { symbol: 'DUSD', amount: '3000000' },
    ],
  },
  {
    sides: [
      { symbol: 'FYR', amount: '2000000' },
      { symbol: 'DUSD', amount: '1000000' },
    ],
  },
  {
    sides: [
      { symbol: 'WETH', amount: '300' },
      { symbol: 'FYR', amount: '1800000' },
    ],
  },
  {
    sides: [
      { symbol: 'WBTC', amount: '20' },
      { symbol: 'WETH', amount: '600' },
    ],
  },
]
