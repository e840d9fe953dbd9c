import type { EvmNetwork } from '../EvmNetwork.js'

/** OP Mainnet. */
export const optimism: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:10',
  id: 10,
  name: 'OP Mainnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.optimism.io'] } },
  blockExplorers: { default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' } },
  testnet: false,
}
