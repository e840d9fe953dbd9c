import type { EvmNetwork } from '../EvmNetwork.js'

/** Base Sepolia, a test network. */
export const baseSepolia: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:84532',
  id: 84532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://sepolia.base.org'] } },
  blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  testnet: true,
}
