import type { EvmNetwork } from '../EvmNetwork.js'

/** Gnosis. */
export const gnosis: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:100',
  id: 100,
  name: 'Gnosis',
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.gnosischain.com'] } },
  blockExplorers: { default: { name: 'Gnosisscan', url: 'https://gnosisscan.io' } },
  testnet: false,
}
