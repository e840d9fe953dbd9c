import type { Abortable, WalletCall } from '@foyer/core'

/** The constants that set a chain of Cosmos apart, beside what every network has. */
export interface CosmosChain {
  /** The prefix of its addresses, before the `1`: `cosmos`. */
  readonly prefix: string
  /** Its coin's smallest unit, in which fees are paid: `uatom`. */
  readonly denom: string
  /** The price of one unit of gas at its nodes, of {@link CosmosChain.denom}: `0.025`. */
  readonly gasPrice: string
}

/** The coins that `sendCall` sends: coins with a memo, or of another denomination than the chain's own. */
export interface CosmosCall {
  readonly to: string
  /** In the smallest unit. */
  readonly amount: bigint
  /** The chain's own unless said. */
  readonly denom?: string | undefined
  /** Public: an exchange knows by it whose the coins are. */
  readonly memo?: string | undefined
}

/** An account as its wallet has it. */
export interface CosmosAccount {
  readonly address: string
  /** Of secp256k1, compressed; undefined for a key of another kind. */
  readonly publicKey: Uint8Array | undefined
}

/** A coin of a transaction, as it is in JSON. */
export interface CosmosCoin {
  readonly denom: string
  readonly amount: string
}

/** A transaction as older wallets and devices sign it: its JSON, its keys sorted. */
export interface AminoDoc {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: { readonly amount: readonly CosmosCoin[]; readonly gas: string }
  readonly msgs: readonly { readonly type: string; readonly value: unknown }[]
  readonly memo: string
}

/** A transaction as wallets sign it: its bytes. */
export interface DirectDoc {
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
  readonly chainId: string
  readonly accountNumber: bigint
}

/** A wallet of Cosmos, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. Signatures are of 64 bytes. */
export interface CosmosProvider {
  /** The account of the chain in use. */
  getAccounts(options?: Abortable): Promise<readonly CosmosAccount[]>
  /** By ADR-36. @returns the signature in base64 */
  readonly signMessage?: WalletCall<{ readonly address: string; readonly message: string }, string>
  /** @returns what was signed: the visitor may have changed the fee or the memo */
  readonly signDirect?: WalletCall<
    { readonly address: string; readonly doc: DirectDoc },
    { readonly doc: DirectDoc; readonly signature: Uint8Array }
  >
  readonly signAmino?: WalletCall<
    { readonly address: string; readonly doc: AminoDoc },
    { readonly doc: AminoDoc; readonly signature: Uint8Array }
  >
}

declare module '@foyer/core' {
  interface FamilyProviders {
    cosmos: CosmosProvider
  }
  interface FamilyTypes {
    cosmos: { readonly call: CosmosCall }
  }
}
