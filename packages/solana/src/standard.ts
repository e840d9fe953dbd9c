/** A wallet and its features by the Wallet Standard, as far as the kit relies on it. */

/** An account that the visitor has opened to the page. */
export interface StandardAccount {
  /** In base58. */
  readonly address: string
  readonly publicKey: Uint8Array
  /** The chains that it is used on, by the standard's names, such as `solana:mainnet`. */
  readonly chains: readonly string[]
  /** The features by which it can be used, by name. */
  readonly features: readonly string[]
  readonly label?: string | undefined
  readonly icon?: string | undefined
}

/**
 * A wallet as it registers itself with the page: what it can do is in its features, each under its name.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export interface StandardWallet {
  readonly version: string
  readonly name: string
  readonly icon: string
  /** The chains that it knows, by the standard's names. */
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  /** Those that the page may use now, the chosen one first. */
  readonly accounts: readonly StandardAccount[]
}

/** A change that a wallet emits by itself: only what has changed is named. */
export interface StandardChange {
  readonly accounts?: readonly StandardAccount[] | undefined
  readonly chains?: readonly string[] | undefined
  readonly features?: Readonly<Record<string, unknown>> | undefined
}

export interface SignMessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

export interface SignTransactionInput {
  readonly account: StandardAccount
  /** As it goes over the wire, with room for the signatures that are missing. */
  readonly transaction: Uint8Array
  readonly chain?: string | undefined
  readonly options?: SignTransactionOptions | undefined
}

export interface SignTransactionOptions {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized' | undefined
  readonly minContextSlot?: number | undefined
  readonly skipPreflight?: boolean | undefined
  readonly maxRetries?: number | undefined
}

/** A feature's own method, called with any number of inputs; the answers come in their order. */
export type Each<Input, Output> = (...inputs: readonly Input[]) => Promise<readonly Output[]>

/** The features that the kit uses, by their names. Any of them may be missing. */
export interface StandardFeatures {
  readonly 'standard:connect'?:
    | undefined
    | {
        connect(input?: { readonly silent?: boolean | undefined }): Promise<{
          readonly accounts: readonly StandardAccount[]
        }>
      }
  readonly 'standard:disconnect'?: undefined | { disconnect(): Promise<void> }
  readonly 'standard:events'?:
    | undefined
    | { on(event: 'change', listener: (change: StandardChange) => void): () => void }
  readonly 'solana:signMessage'?:
    | undefined
    | {
        signMessage: Each<SignMessageInput, { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }>
      }
  readonly 'solana:signTransaction'?:
    | undefined
    | {
        readonly supportedTransactionVersions: readonly ('legacy' | 0)[]
        signTransaction: Each<SignTransactionInput, { readonly signedTransaction: Uint8Array }>
      }
  readonly 'solana:signAndSendTransaction'?:
    | undefined
    | {
        readonly supportedTransactionVersions: readonly ('legacy' | 0)[]
        signAndSendTransaction: Each<
          SignTransactionInput & { readonly chain: string },
          { readonly signature: Uint8Array }
        >
      }
}
