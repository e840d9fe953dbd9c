import type { Network } from '@foyer/core'

/** The reference of CIP-34 is the network id that wallets and addresses know (1 or 0), and the magic that is the chain's own. */
const network = (of: {
  readonly reference: string
  readonly name: string
  readonly host: string
  readonly explorer: string
  readonly testnet: boolean
}): Network => ({
  chainNamespace: 'cip34',
  caipNetworkId: `cip34:${of.reference}`,
  id: of.reference,
  name: of.name,
  nativeCurrency: { name: 'Cardano', symbol: of.testnet ? 'tADA' : 'ADA', decimals: 6 },
  rpcUrls: { default: { http: [`https://${of.host}.koios.rest/api/v1`] } },
  blockExplorers: { default: { name: 'Cardanoscan', url: `https://${of.explorer}cardanoscan.io` } },
  testnet: of.testnet,
})

/** Cardano's main network. */
export const cardanoMainnet: Network = /* @__PURE__ */ network({
  reference: '1-764824073',
  ...{ name: 'Cardano', host: 'api', explorer: '', testnet: false },
})

/** The test network that is most like the main one. */
export const cardanoPreprod: Network = /* @__PURE__ */ network({
  reference: '0-1',
  ...{ name: 'Cardano Preprod', host: 'preprod', explorer: 'preprod.', testnet: true },
})

/** The test network of what is to come. */
export const cardanoPreview: Network = /* @__PURE__ */ network({
  reference: '0-2',
  ...{ name: 'Cardano Preview', host: 'preview', explorer: 'preview.', testnet: true },
})
