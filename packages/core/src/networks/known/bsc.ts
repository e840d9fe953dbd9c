import type { EvmNetwork } from '../EvmNetwork.js'

/** BNB Smart Chain. */
export const bsc: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:56',
  id: 56,
  name: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org'] } },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  testnet: false,
}
