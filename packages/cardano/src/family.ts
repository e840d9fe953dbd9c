import type { Abortable, WalletCall } from '@foyer/core'

/** A wallet's signature of a message. @see CIP-8, CIP-30 */
export interface CardanoDataSignature {
  /** COSE_Sign1, in hexadecimal. */
  readonly signature: string
  /** COSE_Key, in hexadecimal. */
  readonly key: string
}

/** A wallet of Cardano, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface CardanoProvider {
  /** The account's address. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly string[]>
  /** Signs bytes by the key of an address of its own. */
  readonly signData?: WalletCall<{ readonly address: string; readonly payload: Uint8Array }, CardanoDataSignature>
  /** Signs a transaction, and sends nothing. @returns the witness set with its own signatures, as CBOR */
  readonly signTransaction?: WalletCall<{ readonly address: string; readonly transaction: Uint8Array }, Uint8Array>
  /** Returns the outputs that it can spend, each an input with its output, as CBOR. Never prompts. */
  readonly getUtxos?: WalletCall<{ readonly address: string }, readonly Uint8Array[]>
}

declare module '@foyer/core' {
  interface FamilyProviders {
    cip34: CardanoProvider
  }
}
