import type { EvmNetwork } from '../EvmNetwork.js'

/** Sepolia, a test network. */
export const sepolia: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:11155111',
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://ethereum-sepolia-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  testnet: true,
}
