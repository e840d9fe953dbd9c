import type { NetworkInput } from '@foyer/core'

/** A network of a family of your own: its id is `other:` and whatever tells your networks apart, in up to 32 letters, digits, `-` and `_`. */
const network = (of: {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly explorer?: string
}): NetworkInput => ({
  chainNamespace: 'other',
  id: `sui-${of.id}`,
  name: of.name,
  nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
  rpcUrls: { default: { http: [of.url] } },
  blockExplorers: of.explorer
    ? { default: { name: 'Suiscan', url: of.explorer, paths: { account: 'account', transaction: 'tx' } } }
    : undefined,
  testnet: of.id !== 'mainnet',
})

export const suiMainnet: NetworkInput = network({
  id: 'mainnet',
  name: 'Sui',
  url: 'https://graphql.mainnet.sui.io/graphql',
  explorer: 'https://suiscan.xyz/mainnet',
})

export const suiTestnet: NetworkInput = network({
  id: 'testnet',
  name: 'Sui Testnet',
  url: 'https://graphql.testnet.sui.io/graphql',
  explorer: 'https://suiscan.xyz/testnet',
})

/** A node on this machine, by the address of its GraphQL. */
export const suiLocal = (url: string): NetworkInput =>
  network({ id: 'localnet', name: 'Local Sui', url, explorer: 'https://custom.suiscan.xyz/custom' })
