import type { EvmNetwork } from '../EvmNetwork.js'

/** Arbitrum One. */
export const arbitrum: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42161',
  id: 42161,
  name: 'Arbitrum One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
  testnet: false,
}
