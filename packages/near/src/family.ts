import type { Abortable, WalletCall } from '@foyer/core'

/** An account as its wallet has it. */
export interface NearAccount {
  /** Its name: `alice.near`, or the 64 digits of its first key. */
  readonly accountId: string
  /** One of its keys, `ed25519:` and base58; undefined where the wallet doesn't say. */
  readonly publicKey?: string | undefined
}

/** A message as wallets sign it. @see NEP-413 */
export interface NearMessage {
  readonly message: string
  /** 32 bytes. */
  readonly nonce: Uint8Array
  /** For whom it is: the page's host. */
  readonly recipient: string
}

/** A transaction that a wallet has sent. */
export interface NearSent {
  readonly hash: string
  /** Of the key that signed it. */
  readonly nonce?: number | undefined
}

/** A wallet of NEAR, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface NearProvider {
  /** The accounts on the network in use. */
  getAccounts(options?: Abortable): Promise<readonly NearAccount[]>
  /** By NEP-413, with a key that may do all with the account. @returns the key and the signature of 64 bytes */
  readonly signMessage?: WalletCall<
    NearMessage & { readonly accountId: string },
    { readonly publicKey: string; readonly signature: Uint8Array }
  >
  /** Signs a transaction's bytes, and sends nothing. @returns the signed transaction */
  readonly signTransaction?: WalletCall<{ readonly transaction: Uint8Array }, Uint8Array>
  /** Sends coins, by a transaction that the wallet itself makes. */
  readonly sendTransfer?: WalletCall<
    { readonly accountId: string; readonly receiverId: string; readonly deposit: bigint },
    NearSent
  >
}

declare module '@foyer/core' {
  interface FamilyProviders {
    near: NearProvider
  }
}
