import type { EvmNetwork } from '../EvmNetwork.js'

/** Avalanche. */
export const avalanche: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:43114',
  id: 43114,
  name: 'Avalanche',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.avax.network/ext/bc/C/rpc'] } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
  testnet: false,
}
