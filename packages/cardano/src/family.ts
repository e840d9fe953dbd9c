/** What a wallet signs a message as. @see CIP-8, CIP-30 */
export interface CardanoDataSignature {
  /** COSE_Sign1, in hexadecimal. */
  readonly signature: string
  /** COSE_Key, in hexadecimal. */
  readonly key: string
}

interface Abortable {
  readonly signal?: AbortSignal | undefined
}

/** A wallet of Cardano, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface CardanoProvider {
  /** The account's address. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly string[]>
  /** Signs bytes by the key of an address of its own. */
  readonly signData?:
    | ((
        request: Abortable & { readonly address: string; readonly payload: Uint8Array },
      ) => Promise<CardanoDataSignature>)
    | undefined
  /** Signs a transaction, and sends nothing. @returns the witness set with its own signatures, as CBOR */
  readonly signTransaction?:
    | ((request: Abortable & { readonly address: string; readonly transaction: Uint8Array }) => Promise<Uint8Array>)
    | undefined
  /** What it can spend, each an input with its output, as CBOR. Never prompts. */
  readonly getUtxos?:
    | ((request: Abortable & { readonly address: string }) => Promise<readonly Uint8Array[]>)
    | undefined
}

declare module '@foyer/core' {
  interface FamilyProviders {
    cip34: CardanoProvider
  }
}
