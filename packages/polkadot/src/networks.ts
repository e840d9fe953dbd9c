import type { Network } from '@foyer/core'

/** The reference of CAIP-2 is the first half of the genesis hash. */
const network = (of: {
  readonly genesis: string
  readonly name: string
  readonly coin: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpc: string
  readonly explorer: string
}): Network => ({
  chainNamespace: 'polkadot',
  caipNetworkId: `polkadot:${of.genesis}`,
  id: of.genesis,
  name: of.name,
  nativeCurrency: of.coin,
  rpcUrls: { default: { http: [`https://${of.rpc}`] } },
  blockExplorers: { default: { name: 'Subscan', url: `https://${of.explorer}.subscan.io` } },
  testnet: false,
})

const dot = { name: 'Polkadot', symbol: 'DOT', decimals: 10 } as const

/** The chain of Polkadot's on which its coins are. */
export const polkadotAssetHub: Network = /* @__PURE__ */ network({
  genesis: '68d56f15f85d3136970ec16946040bc1',
  name: 'Polkadot Asset Hub',
  coin: dot,
  rpc: 'polkadot-asset-hub-rpc.polkadot.io',
  explorer: 'assethub-polkadot',
})

/** Polkadot's relay chain: coins have moved on to {@link polkadotAssetHub}. */
export const polkadotRelay: Network = /* @__PURE__ */ network({
  genesis: '91b171bb158e2d3848fa23a9f1c25182',
  name: 'Polkadot',
  coin: dot,
  rpc: 'rpc.polkadot.io',
  explorer: 'polkadot',
})

/** Kusama's relay chain. */
export const kusama: Network = /* @__PURE__ */ network({
  genesis: 'b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama',
  coin: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  rpc: 'kusama-rpc.polkadot.io',
  explorer: 'kusama',
})
