import type { Abortable, WalletCall } from '@foyer/core'

/** The constants that set a chain of Polkadot's apart, beside what every network has. */
export interface PolkadotChain {
  /** The prefix of its addresses (SS58): 0 is Polkadot's. */
  readonly prefix: number
  /** The least that an account has to hold in order to be there, in the smallest unit. */
  readonly existentialDeposit: bigint
  /** The numbers by which its accounts and transfers are written; undefined where the kit sends none. */
  readonly transfers?: PolkadotTransfers | undefined
}

/** How a chain writes a transfer. A chain changes none of it without another {@link PolkadotTransfers.transactionVersion}. */
export interface PolkadotTransfers {
  /** The number by which a runtime says how its calls and extensions are written: with another nothing is sent. */
  readonly transactionVersion: number
  /** The place of `Balances` among the runtime's pallets. */
  readonly pallet: number
  /** The place of `TransactionPayment`, whose events say what was paid; without it no fee is known afterwards. */
  readonly paymentPallet?: number | undefined
  /** Its extensions in their order; those of {@link knownExtensions} alone. */
  readonly extensions: readonly string[]
}

/** The curve of an account's key. */
export type PolkadotKeyKind = 'sr25519' | 'ed25519' | 'ecdsa'

/** An account as its wallet has it. */
export interface PolkadotAccount {
  /** With the prefix of the chain in use. */
  readonly address: string
  /** Undefined where the wallet doesn't say. */
  readonly kind?: PolkadotKeyKind | undefined
}

/** A transaction as wallets are asked to sign it: numbers are hexadecimal, the highest byte first. @see `SignerPayloadJSON` of polkadot.js */
export interface PolkadotPayload {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly signedExtensions: readonly string[]
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly version: 4
  /** 0: without a hash of the metadata. */
  readonly mode: 0
  readonly withSignedTransaction: true
}

/** A signed transaction of a wallet, in hexadecimal. */
export interface PolkadotSigned {
  /** With the curve's number before it, or without. */
  readonly signature: string
  /** The whole transaction, where the wallet writes it: it may have added what a device needs. */
  readonly signedTransaction?: string | undefined
}

/** A wallet of Polkadot, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface PolkadotProvider {
  /** The accounts of the network in use. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly PolkadotAccount[]>
  /** Signs a text between `<Bytes>` and `</Bytes>`. @returns hexadecimal */
  readonly signMessage?: WalletCall<{ readonly address: string; readonly message: string }, string>
  /** Signs a transaction, and sends nothing. */
  readonly signPayload?: WalletCall<{ readonly payload: PolkadotPayload }, PolkadotSigned>
}

declare module '@foyer/core' {
  interface FamilyProviders {
    polkadot: PolkadotProvider
  }
}
