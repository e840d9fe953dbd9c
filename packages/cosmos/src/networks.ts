import type { Network } from '@foyer/core'

const network = (id: string, name: string, symbol: string, host: string, explorer = name.toLowerCase()): Network => ({
  ...{ chainNamespace: 'cosmos', caipNetworkId: `cosmos:${id}`, id, name },
  nativeCurrency: { name, symbol, decimals: 6 },
  rpcUrls: { default: { http: [`https://${host}`] } },
  blockExplorers: { default: { name: 'Mintscan', url: `https://www.mintscan.io/${explorer}` } },
  testnet: false,
})

/** The Cosmos Hub. */
export const cosmosHub: Network = /* @__PURE__ */ network(
  'cosmoshub-4',
  'Cosmos Hub',
  'ATOM',
  'cosmos-rpc.publicnode.com',
  'cosmos',
)

/** Osmosis. */
export const osmosis: Network = /* @__PURE__ */ network('osmosis-1', 'Osmosis', 'OSMO', 'rpc.osmosis.zone')

/** Juno. */
export const juno: Network = /* @__PURE__ */ network('juno-1', 'Juno', 'JUNO', 'juno-rpc.publicnode.com')

/** Noble. */
export const noble: Network = /* @__PURE__ */ network('noble-1', 'Noble', 'USDC', 'noble-rpc.polkachu.com')
