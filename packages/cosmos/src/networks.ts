import type { Network } from '@foyer/core'

const network = (chainId: string, name: string, symbol: string, explorer: string, http: string): Network => ({
  chainNamespace: 'cosmos',
  caipNetworkId: `cosmos:${chainId}`,
  id: chainId,
  name,
  nativeCurrency: { name, symbol, decimals: 6 },
  rpcUrls: { default: { http: [http] } },
  blockExplorers: { default: { name: 'Mintscan', url: `https://www.mintscan.io/${explorer}` } },
  testnet: false,
})

/** The Cosmos Hub. */
export const cosmosHub: Network = /* @__PURE__ */ network(
  'cosmoshub-4',
  'Cosmos Hub',
  'ATOM',
  'cosmos',
  'https://cosmos-rpc.publicnode.com',
)

/** Osmosis. */
export const osmosis: Network = /* @__PURE__ */ network(
  'osmosis-1',
  'Osmosis',
  'OSMO',
  'osmosis',
  'https://rpc.osmosis.zone',
)

/** Juno. */
export const juno: Network = /* @__PURE__ */ network(
  'juno-1',
  'Juno',
  'JUNO',
  'juno',
  'https://juno-rpc.publicnode.com',
)

/** Noble. */
export const noble: Network = /* @__PURE__ */ network(
  'noble-1',
  'Noble',
  'USDC',
  'noble',
  'https://noble-rpc.polkachu.com',
)
