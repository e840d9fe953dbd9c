import type { NetworkId } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import type { EvmPermission, GrantedEvmPermission } from './permission/model.js'

/** The contract and chain that typed data is for (EIP-712). */
export interface TypedDataDomain {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly chainId?: number | bigint | undefined
  readonly verifyingContract?: Hex | undefined
  readonly salt?: Hex | undefined
}

/** A member of a type (EIP-712). */
export interface TypedDataField {
  readonly name: string
  readonly type: string
}

/** Structured data to sign (EIP-712). */
export interface TypedData {
  readonly domain: TypedDataDomain
  /** `EIP712Domain` may be left out: it follows from the domain. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  /** Whole numbers as bigint, number or decimal text. */
  readonly message: Readonly<Record<string, unknown>>
}

/** A call of a contract, or a payment. */
export interface EvmCall {
  readonly to: Hex
  /** In wei; 0 by default. */
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
}

/** A transaction to sign without sending; the wallet fills in what is left out. */
export interface EvmTransaction extends EvmCall {
  readonly nonce?: number | undefined
  readonly gas?: bigint | undefined
  /** In the place of the two fees, on a chain without EIP-1559. */
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
}

/** The receipt of a transaction. */
export interface TransactionReceipt {
  /** Another than the one that was sent, where the visitor replaced it in the wallet. */
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly gasUsed: bigint
  /** The price of a unit of gas, in wei; some chains don't say. */
  readonly effectiveGasPrice: bigint | undefined
  /**
   * The fee that was paid, in wei: the gas by its price, and on a rollup what it took for its data; undefined where the
   * chain doesn't say.
   */
  readonly fee: bigint | undefined
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
  /** How the visitor replaced it in the wallet: the same with another fee, cancelled, or something else. */
  readonly replacement: 'repriced' | 'cancelled' | 'replaced' | undefined
}

/** A wallet's capabilities on a network, beside the ordinary (EIP-5792). */
export interface WalletCapabilities {
  /** Several calls as one: `ready` needs the visitor's consent to upgrade the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** All that the wallet says, by the capability's name, as it says it. */
  readonly all: Readonly<Record<string, unknown>>
}

/** A wallet's capabilities, by network. */
export type CapabilitiesByNetwork = Readonly<Partial<Record<NetworkId, WalletCapabilities>>>

/** How a receipt is waited for. */
export interface ReceiptParameters {
  /** How many blocks hold it or build on it; 1 by default. */
  readonly confirmations?: number | undefined
  /** How long to wait, in milliseconds; 3 minutes by default. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

declare module '@foyer/core' {
  interface FamilyTypes {
    eip155: {
      readonly typedData: TypedData
      readonly call: EvmCall
      readonly transaction: EvmTransaction
      readonly receipt: TransactionReceipt
      readonly permission: EvmPermission
      readonly grantedPermission: GrantedEvmPermission
    }
  }
}
