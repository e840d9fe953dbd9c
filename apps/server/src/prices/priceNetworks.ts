/** A network's names at the price services. */
export interface PriceNetwork {
  /** CoinGecko's platform; undefined where there are no tokens */
  readonly coingecko?: string | undefined
  /** DefiLlama's chain; undefined where there are no tokens */
  readonly defillama?: string | undefined
  /** the own coin's id, which is CoinGecko's for both */
  readonly coin: string
}

/** By CAIP-2: those that the specification's server knows. */
export const priceNetworks: ReadonlyMap<string, PriceNetwork> = new Map([
  ['eip155:1', { coingecko: 'ethereum', defillama: 'ethereum', coin: 'ethereum' }],
  ['eip155:10', { coingecko: 'optimistic-ethereum', defillama: 'optimism', coin: 'ethereum' }],
  ['eip155:56', { coingecko: 'binance-smart-chain', defillama: 'bsc', coin: 'binancecoin' }],
  ['eip155:100', { coingecko: 'xdai', defillama: 'xdai', coin: 'xdai' }],
  ['eip155:137', { coingecko: 'polygon-pos', defillama: 'polygon', coin: 'polygon-ecosystem-token' }],
  ['eip155:324', { coingecko: 'zksync', defillama: 'era', coin: 'ethereum' }],
  ['eip155:8453', { coingecko: 'base', defillama: 'base', coin: 'ethereum' }],
  ['eip155:42161', { coingecko: 'arbitrum-one', defillama: 'arbitrum', coin: 'ethereum' }],
  ['eip155:42220', { coingecko: 'celo', defillama: 'celo', coin: 'celo' }],
  ['eip155:43114', { coingecko: 'avalanche', defillama: 'avax', coin: 'avalanche-2' }],
  ['eip155:59144', { coingecko: 'linea', defillama: 'linea', coin: 'ethereum' }],
  ['eip155:1313161554', { coingecko: 'aurora', defillama: 'aurora', coin: 'ethereum' }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { coingecko: 'solana', defillama: 'solana', coin: 'solana' }],
  ['bip122:000000000019d6689c085ae165831e93', { coin: 'bitcoin' }],
])
