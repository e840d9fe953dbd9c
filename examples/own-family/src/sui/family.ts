/** An account of the Wallet Standard, as far as Sui's features are given it back. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
}

/**
 * What the kit keeps of a connected wallet, and hands to the actions: the object that a dapp gets by `foyer.provider('other')`. Which form it has is the
 * family's own choice; here it is a wallet of the Wallet Standard.
 */
export interface SuiProvider {
  readonly chains: readonly string[]
  readonly accounts: readonly StandardAccount[]
  readonly features: Readonly<Record<string, unknown>>
}

/** With this line `foyer.provider('other')` and `wallet.provider` are typed. */
declare module '@foyer/core' {
  interface FamilyProviders {
    other: SuiProvider
  }
}

/** A network's name at wallets: `other:sui-testnet` is `sui:testnet` of the Wallet Standard. */
export const chainOf = (networkId: string): string => networkId.replace(/^other:sui-/, 'sui:')
