import type { StandardWallet } from './standard.js'

/** An account that an instruction reads or writes. */
export interface AccountUse {
  readonly address: string
  readonly isSigner: boolean
  readonly isWritable: boolean
}

/** A program's call. */
export interface SolanaInstruction {
  readonly programId: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

/**
 * The transaction to be sent: instructions, which become a transaction that the account pays, or one that is whole but
 * for the account's signature, as bytes or in base64.
 */
export type SolanaCall =
  | { readonly instructions: readonly [SolanaInstruction, ...(readonly SolanaInstruction[])] }
  | { readonly transaction: Uint8Array | string }

/** A transaction to sign without sending, versioned or legacy, as it goes over the wire: bytes, or base64. */
export type SolanaTransaction = Uint8Array | string

/** The receipt of a transaction. */
export interface SolanaReceipt {
  /** Its first signature, in base58. */
  readonly hash: string
  readonly status: 'success' | 'reverted'
  readonly slot: bigint
  /** How sure the node was of it when it answered. */
  readonly commitment: 'processed' | 'confirmed' | 'finalized'
  /** The fee that was paid, in lamports; undefined where the node doesn't say. */
  readonly fee: bigint | undefined
}

declare module '@foyer/core' {
  interface FamilyTypes {
    solana: {
      readonly call: SolanaCall
      readonly transaction: SolanaTransaction
      readonly receipt: SolanaReceipt
    }
  }
  interface FamilyProviders {
    /**
     * A wallet of the Wallet Standard, with the accounts that the page may use: the very object that the wallet registered, and over WalletConnect one
     * that is made of the session. Its chains are named as there (`solana:mainnet`).
     */
    solana: StandardWallet
  }
}
