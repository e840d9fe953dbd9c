import type { Account } from '@foyer/core'

/** How a message is signed: by an ECDSA signature of 65 bytes, or by BIP-322's simple one. */
export type SigningProtocol = 'ecdsa' | 'bip322'

/** An input of a PSBT, with the address whose key signs it. */
export interface PsbtInput {
  readonly index: number
  readonly address: string
  /** The sighash types that may be signed with; the input's own, else SIGHASH_ALL or Taproot's default. */
  readonly sighashTypes?: readonly number[] | undefined
}

/** A transaction to sign (BIP-174). */
export interface BitcoinTransaction {
  /** In base64. */
  readonly psbt: string
  /** The inputs to sign; a number is an input of the account that is asked. */
  readonly inputs: readonly (number | PsbtInput)[]
}

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/**
 * A Bitcoin wallet, whatever its dialect: PSBTs and signatures are base64, amounts satoshis. A member that the wallet lacks is undefined. Each call asks the
 * wallet once.
 */
export interface BitcoinProvider {
  /** The accounts that the wallet shows to this page: payment first. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly Account[]>
  readonly signMessage?:
    | ((
        request: Abortable & {
          readonly address: string
          readonly message: string
          readonly protocol: SigningProtocol
        },
      ) => Promise<{ readonly signature: string }>)
    | undefined
  /** Signs without sending. */
  readonly signPsbt?:
    | ((
        request: Abortable & { readonly psbt: string; readonly inputs: readonly PsbtInput[] },
      ) => Promise<{ readonly psbt: string }>)
    | undefined
  /** Chooses coins and fee by itself, and sends. */
  readonly sendTransfer?:
    | ((
        request: Abortable & { readonly from: string; readonly to: string; readonly amount: bigint },
      ) => Promise<{ readonly txid: string }>)
    | undefined
}

declare module '@foyer/core' {
  interface FamilyProviders {
    bip122: BitcoinProvider
  }
  interface FamilyTypes {
    bip122: {
      readonly transaction: BitcoinTransaction
      /** Signed, checked and broadcast. */
      readonly call: BitcoinTransaction
    }
  }
}
