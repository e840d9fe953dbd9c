import type { EvmNetwork } from '../EvmNetwork.js'

/** Scroll. */
export const scroll: EvmNetwork = {
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:534352',
  id: 534352,
  name: 'Scroll',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.scroll.io'] } },
  blockExplorers: { default: { name: 'Scrollscan', url: 'https://scrollscan.com' } },
  testnet: false,
}
