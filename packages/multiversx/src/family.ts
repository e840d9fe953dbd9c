import type { WalletCall } from '@foyer/core'

/**
 * A transaction as wallets are asked to sign it and gateways take it: what isn't there is left out. What is signed is its JSON, in this order of fields.
 * @see https://docs.multiversx.com/developers/signing-transactions
 */
export interface MultiversxTransaction {
  readonly nonce: number
  /** In the smallest unit, decimal. */
  readonly value: string
  readonly receiver: string
  readonly sender: string
  /** In the smallest unit, for one of gas. */
  readonly gasPrice: number
  readonly gasLimit: number
  /** The reference of CAIP-2. */
  readonly chainID: string
  readonly version: number
}

/** A wallet of MultiversX, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface MultiversxProvider {
  /** Signs a text behind the family's mark. @returns 64 bytes in hexadecimal */
  readonly signMessage?: WalletCall<{ readonly address: string; readonly message: string }, string>
  /** Signs a transaction, and sends nothing. @returns what the wallet says of the signed one: its fields with a `signature`, or that alone */
  readonly signTransaction?: WalletCall<
    { readonly transaction: MultiversxTransaction },
    Readonly<Record<string, unknown>>
  >
}

declare module '@foyer/core' {
  interface FamilyProviders {
    mvx: MultiversxProvider
  }
}
