import type { Network } from '@foyer/core'

/** The reference of CAIP-2 is the network's own id. */
const network = (of: {
  readonly reference: string
  readonly name: string
  readonly node: string
  readonly explorer: string
}): Network => ({
  chainNamespace: 'tezos',
  caipNetworkId: `tezos:${of.reference}`,
  id: of.reference,
  name: of.name,
  nativeCurrency: { name: 'Tez', symbol: 'XTZ', decimals: 6 },
  // Nodes have paths: no node of the family has JSON-RPC.
  rpcUrls: { default: { http: [of.node] } },
  blockExplorers: { default: { name: 'TzKT', url: `https://${of.explorer}tzkt.io` } },
  testnet: of.explorer !== '',
})

/** The main network of Tezos. */
export const tezosMainnet: Network = /* @__PURE__ */ network({
  ...{ reference: 'NetXdQprcVkpaWU', name: 'Tezos', node: 'https://rpc.tzkt.io/mainnet', explorer: '' },
})

/** The test network of Tezos that goes: Shadownet takes its place. */
export const tezosGhostnet: Network = /* @__PURE__ */ network({
  ...{ reference: 'NetXnHfVqm9iesp', name: 'Tezos Ghostnet' },
  ...{ node: 'https://rpc.tzkt.io/ghostnet', explorer: 'ghostnet.' },
})

/** The test network of Tezos. */
export const tezosShadownet: Network = /* @__PURE__ */ network({
  ...{ reference: 'NetXsqzbfFenSTS', name: 'Tezos Shadownet' },
  ...{ node: 'https://rpc.shadownet.teztnets.com', explorer: 'shadownet.' },
})
