import type { Family, NetworkId } from '../chain/ids.js'
import type { Network } from '../networks/network.js'
import type { Account, FamilyProviders, LiveConnection, NonEmpty, RequestChannel } from './live.js'

/**
 * What only one family has: each family's package adds its line.
 *
 * @example
 * declare module '@foyer/core' {
 *   interface FamilyTypes { eip155: { typedData: TypedData; call: Call; transaction: Call; receipt: TransactionReceipt } }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: each family's package adds its line
export interface FamilyTypes {}

type TypeOf<F extends Family, Name extends string> = F extends keyof FamilyTypes
  ? FamilyTypes[F] extends Readonly<Record<Name, infer T>>
    ? T
    : unknown
  : unknown

/** The provider of a family's own standard. */
export type ProviderOf<F extends Family> = F extends keyof FamilyProviders ? FamilyProviders[F] : unknown
/** Structured data to sign, such as EIP-712's. */
export type TypedDataOf<F extends Family> = TypeOf<F, 'typedData'>
/** What a contract or program is called with. */
export type CallOf<F extends Family> = TypeOf<F, 'call'>
/** What is signed without being sent; a PSBT with its inputs is Bitcoin's. */
export type TransactionOf<F extends Family> = TypeOf<F, 'transaction'>
/** What the chain says of a mined transaction. */
export type ReceiptOf<F extends Family> = MinedTransaction & TypeOf<F, 'receipt'>

/** A connected wallet, as an action of a family reaches it. */
export interface FamilyWallet<F extends Family = Family> {
  readonly provider: ProviderOf<F>
  /** The connection's requests, where the wallet is elsewhere: it knows what was granted. */
  readonly channel?: RequestChannel | undefined
  /** Signs and pays. */
  readonly account: Account
  /** All of the family's accounts in the connection: a family may pay from one and receive to another. */
  readonly accounts: readonly Account[]
  readonly networkId: NetworkId
  /** Undefined where the wallet is on a network that isn't configured. */
  readonly network?: Network | undefined
}

/** What can be transferred. `standard` is the CAIP-19 asset namespace, such as `erc1155`, where a family has several. */
export type Asset =
  | { readonly type: 'coin' }
  | { readonly type: 'token'; readonly address: string }
  | { readonly type: 'nft'; readonly address: string; readonly tokenId: string; readonly standard?: string | undefined }

export interface Transfer {
  readonly to: string
  readonly asset: Asset
  /** In the smallest unit of the asset; 1 for an NFT unless its standard counts them. */
  readonly amount: bigint
}

/** What is to be sent: a transfer, or the family's own call. */
export type Work<F extends Family = Family> = { readonly transfer: Transfer } | { readonly call: CallOf<F> }

/** What sending costs, in the network's own coin. */
export interface FeeEstimate {
  /** As things stand. */
  readonly value: bigint
  /** What a wallet may reserve, as prices change until it is mined. */
  readonly most: bigint
  readonly decimals: number
  readonly symbol: string
  /** The largest amount of the coin that can still be sent when `most` is set aside; undefined for anything but a transfer of the coin. */
  readonly maxAmount?: bigint | undefined
}

export interface TokenBalance {
  /** Undefined for the network's own coin. */
  readonly address?: string | undefined
  /** In the smallest unit. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  readonly name: string
  /** US dollars for one whole token. */
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}

export interface Signature {
  /** As the family writes it: hex for eip155, base58 for solana. */
  readonly signature: string
  /** Where it doesn't follow from the account. */
  readonly publicKey?: string | undefined
  /** The signed bytes, where the wallet signs something around the message. */
  readonly signed?: Uint8Array | undefined
}

export interface SentTransaction {
  /** Names it on its chain. */
  readonly hash: string
}

/** What became of a transaction, whatever the family. */
export interface MinedTransaction {
  /** Another than the one that was sent, where the visitor replaced it in the wallet. */
  readonly hash: string
  readonly status: 'success' | 'reverted'
}

export interface WaitOptions {
  /** How many blocks hold it or build on it; 1 by default. */
  readonly confirmations?: number | undefined
  /** In milliseconds; the family's default is 3 minutes or what its blocks take. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a wallet, its account and its network can do together. What is false shows as absent. */
export interface Capabilities {
  readonly signMessage: boolean
  readonly signTypedData: boolean
  readonly signTransactions: boolean
  readonly transfers: readonly Asset['type'][]
  readonly sendCall: boolean
  readonly estimateFee: boolean
  readonly tokenBalances: boolean
  readonly verifyMessage: boolean
  /** Several calls as one: `ready` needs the visitor's consent to upgrade the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** All that the wallet says beside, by the capability's name, as it says it. */
  readonly all: Readonly<Record<string, unknown>>
}

/** A payment that is asked for. */
export interface PaymentRequest {
  /** Who receives. */
  readonly address: string
  readonly network: Network
  readonly asset: Asset
  /** In the smallest unit of the asset; left to the payer where it isn't said. */
  readonly amount?: bigint | undefined
}

interface Abortable {
  readonly signal?: AbortSignal | undefined
}
interface OnNetwork extends Abortable {
  readonly network: Network
}
interface OfAccount extends OnNetwork {
  readonly address: string
}
interface ByWallet<F extends Family> extends Abortable {
  readonly wallet: FamilyWallet<F>
}

/**
 * A family's code, for one kit. A member that a family leaves out is absent: `capabilities` says so, and its action rejects with
 * ActionUnsupportedError. Requests to a wallet are made once and never again; all that waits ends with its signal.
 */
export interface FamilyActions<F extends Family = Family> {
  /** @returns the address in the form that the kit keeps and shows; undefined for what is none of this family */
  parseAddress?(text: string): string | undefined
  /** Do two texts name one account? */
  isSameAddress?(one: string, other: string): boolean
  /** Short, for a row. */
  showAddress?(address: string): string
  /**
   * What a wallet reads from a code in order to pay an account: the address with the network, the asset and the amount, as the family's wallets understand
   * it, such as EIP-681's. Undefined for an asset that can't be asked for.
   */
  paymentUri?(request: PaymentRequest): string | undefined

  /** What an account holds of the network's own coin, in the smallest unit. */
  nativeBalance(request: OfAccount): Promise<bigint>
  /** What an account holds of the named tokens, from the chain; of all where a chain can list them. */
  tokenBalances?(
    request: OfAccount & { readonly tokens?: readonly string[] | undefined },
  ): Promise<readonly TokenBalance[]>
  estimateFee?(request: OfAccount & { readonly work: Work<F> }): Promise<FeeEstimate>
  /** Resolves once it is in a block, also where the visitor replaced it in the wallet. */
  waitForTransaction?(request: OnNetwork & WaitOptions & { readonly hash: string }): Promise<ReceiptOf<F>>
  verifyMessage?(
    request: OfAccount & { readonly message: string | Uint8Array; readonly signature: string },
  ): Promise<boolean>

  signMessage?(request: ByWallet<F> & { readonly message: string | Uint8Array }): Promise<Signature>
  signTypedData?(request: ByWallet<F> & { readonly typedData: TypedDataOf<F> }): Promise<Signature>
  /** Signs without sending; one prompt for all where the wallet can. @returns each as the family serialises it */
  signTransactions?(
    request: ByWallet<F> & { readonly transactions: NonEmpty<TransactionOf<F>> },
  ): Promise<readonly string[]>
  sendTransfer?(request: ByWallet<F> & { readonly transfer: Transfer }): Promise<SentTransaction>
  sendCall?(request: ByWallet<F> & { readonly call: CallOf<F> }): Promise<SentTransaction>
  /** What differs from what this object has and lacks. Never prompts; rejects only when aborted or where the wallet's answer can't be read. */
  capabilities?(request: ByWallet<F>): Promise<Partial<Capabilities>>
  /** The wallet's accounts with their kinds, public keys and paths, where the connection's list has less. Never prompts. */
  readAccounts?(request: ByWallet<F>): Promise<NonEmpty<Account>>

  /** The family's own standard provider of a wallet that is reached by a channel, such as a WalletConnect session. */
  provider?(request: ChannelConnection): ProviderOf<F>
}

/** A connection by whose channel a provider works. */
export interface ChannelConnection {
  readonly channel: RequestChannel
  /** The accounts and networks are those at the start; what changes comes by `listen`. */
  readonly connection: Pick<LiveConnection, 'accounts' | 'networks' | 'listen' | 'switchNetwork'>
  /** The networks that are configured now. */
  readonly networks: () => readonly Network[]
}
