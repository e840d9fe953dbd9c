import type { EvmNetwork } from '../EvmNetwork.js'

/** Linea Mainnet. */
export const linea: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:59144',
  id: 59144,
  name: 'Linea Mainnet',
  nativeCurrency: { name: 'Linea Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.linea.build'] } },
  blockExplorers: { default: { name: 'Lineascan', url: 'https://lineascan.build' } },
  testnet: false,
}
