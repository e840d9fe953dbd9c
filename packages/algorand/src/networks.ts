import type { Network } from '@foyer/core'

/** The reference of CAIP-2 is the first 32 letters of the genesis hash, in base64 for addresses of pages. */
const network = (of: {
  readonly reference: string
  readonly name: string
  readonly host: string
  readonly explorer: string
  readonly testnet: boolean
}): Network => ({
  chainNamespace: 'algorand',
  caipNetworkId: `algorand:${of.reference}`,
  id: of.reference,
  name: of.name,
  nativeCurrency: { name: 'Algorand', symbol: 'ALGO', decimals: 6 },
  rpcUrls: { default: { http: [`https://${of.host}-api.algonode.cloud`] } },
  blockExplorers: { default: { name: 'Lora', url: `https://lora.algokit.io/${of.explorer}` } },
  testnet: of.testnet,
})

/** Algorand's main network. */
export const algorandMainnet: Network = /* @__PURE__ */ network({
  reference: 'wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  ...{ name: 'Algorand', host: 'mainnet', explorer: 'mainnet', testnet: false },
})

/** Algorand's test network. */
export const algorandTestnet: Network = /* @__PURE__ */ network({
  reference: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
  ...{ name: 'Algorand Testnet', host: 'testnet', explorer: 'testnet', testnet: true },
})
