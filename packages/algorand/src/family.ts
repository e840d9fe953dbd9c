import type { Abortable, WalletCall } from '@foyer/core'

/** A transaction as wallets are asked to sign it. @see ARC-1 */
export interface AlgorandSignRequest {
  /** Its bytes, without a signature. */
  readonly transaction: Uint8Array
  /** The signer in the sender's place since its account was rekeyed. */
  readonly signer?: string | undefined
}

/** A wallet of Algorand, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface AlgorandProvider {
  /** The accounts on the network in use. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly string[]>
  /** Signs a text, with `MX` before it. @returns 64 bytes */
  readonly signMessage?: WalletCall<{ readonly address: string; readonly message: string }, Uint8Array>
  /** Signs a transaction, and sends nothing. @returns the signed transaction */
  readonly signTransaction?: WalletCall<AlgorandSignRequest, Uint8Array>
}

declare module '@foyer/core' {
  interface FamilyProviders {
    algorand: AlgorandProvider
  }
}
