import type { EvmNetwork } from '../EvmNetwork.js'

/** ZKsync Era. */
export const zksync: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:324',
  id: 324,
  name: 'ZKsync Era',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'] } },
  blockExplorers: { default: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' } },
  testnet: false,
}
