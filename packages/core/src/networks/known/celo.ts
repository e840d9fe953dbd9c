import type { EvmNetwork } from '../EvmNetwork.js'

/** Celo. */
export const celo: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:42220',
  id: 42220,
  name: 'Celo',
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrls: { default: { http: ['https://forno.celo.org'] } },
  blockExplorers: { default: { name: 'Celo Explorer', url: 'https://celoscan.io' } },
  testnet: false,
}
