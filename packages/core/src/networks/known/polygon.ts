import type { EvmNetwork } from '../EvmNetwork.js'

/** Polygon: its coin has been POL since it took the place of MATIC [S9.46]. */
export const polygon: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:137',
  id: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: ['https://polygon-rpc.com'] } },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
  testnet: false,
}
