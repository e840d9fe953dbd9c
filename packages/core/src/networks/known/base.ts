import type { EvmNetwork } from '../EvmNetwork.js'

/** Base. */
export const base: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:8453',
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://basescan.org' } },
  testnet: false,
}
