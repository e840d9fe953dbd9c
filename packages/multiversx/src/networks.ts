import type { Network } from '@foyer/core'

const network = (id: string, name: string, prefix: string): Network => ({
  chainNamespace: 'mvx',
  caipNetworkId: `mvx:${id}`,
  id,
  name,
  nativeCurrency: { name: 'EGLD', symbol: prefix ? 'xEGLD' : 'EGLD', decimals: 18 },
  // Gateways: their answers are read by path, as no node of the family has JSON-RPC.
  rpcUrls: { default: { http: [`https://${prefix}gateway.multiversx.com`] } },
  blockExplorers: { default: { name: 'MultiversX Explorer', url: `https://${prefix}explorer.multiversx.com` } },
  testnet: prefix !== '',
})

/** The main network of MultiversX. */
export const multiversxMainnet: Network = /* @__PURE__ */ network('1', 'MultiversX', '')

/** The network of MultiversX for developers. */
export const multiversxDevnet: Network = /* @__PURE__ */ network('D', 'MultiversX Devnet', 'devnet-')

/** The test network of MultiversX. */
export const multiversxTestnet: Network = /* @__PURE__ */ network('T', 'MultiversX Testnet', 'testnet-')
