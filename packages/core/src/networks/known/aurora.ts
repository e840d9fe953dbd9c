import type { EvmNetwork } from '../EvmNetwork.js'

/** Aurora. */
export const aurora: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1313161554',
  id: 1313161554,
  name: 'Aurora',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.aurora.dev'] } },
  blockExplorers: { default: { name: 'Aurora Explorer', url: 'https://explorer.aurora.dev' } },
  testnet: false,
}
