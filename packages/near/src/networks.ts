import type { Network } from '@foyer/core'

const network = (id: string, name: string, explorer: string, testnet: boolean): Network => ({
  chainNamespace: 'near',
  caipNetworkId: `near:${id}`,
  id,
  name,
  nativeCurrency: { name: 'NEAR', symbol: 'NEAR', decimals: 24 },
  rpcUrls: { default: { http: [`https://rpc.${id}.near.org`] } },
  blockExplorers: { default: { name: 'NearBlocks', url: `https://${explorer}nearblocks.io` } },
  testnet,
})

/** NEAR's main network. */
export const nearMainnet: Network = /* @__PURE__ */ network('mainnet', 'NEAR', '', false)

/** NEAR's test network. */
export const nearTestnet: Network = /* @__PURE__ */ network('testnet', 'NEAR Testnet', 'testnet.', true)
