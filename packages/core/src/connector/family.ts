import type { Family, NetworkId } from '../chain/ids.js'
import type { Network } from '../networks/network.js'
import type { WalletRequest } from '../words/reader.js'
import type { Abortable } from './abortable.js'
import type { CallsRequest, CallsStatus, SentCalls } from './calls.js'
import type { FamilyAddresses } from './familyAddresses.js'
import type { Account, FamilyProviders, LiveConnection, NonEmpty, RequestChannel } from './live.js'
import type { Asset, Transfer } from './payments.js'
import type { GrantedPermission, PermissionReading, SupportedPermission } from './permissions.js'
import type { BuiltForSwap, CheckedCall } from './swapTerms.js'

export type * from './familyAddresses.js'
export type * from './payments.js'
export type * from './swapTerms.js'

/**
 * The types that only one family has: each family's package adds its line.
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
/** A call of a contract or program. */
export type CallOf<F extends Family> = TypeOf<F, 'call'>
/** A transaction that is signed without being sent; a PSBT with its inputs is Bitcoin's. */
export type TransactionOf<F extends Family> = TypeOf<F, 'transaction'>
/** A permission to act for an account, as a wallet is asked for it. */
export type PermissionOf<F extends Family> = TypeOf<F, 'permission'>
/** A permission that the visitor has granted. */
export type GrantedPermissionOf<F extends Family> = GrantedPermission & TypeOf<F, 'grantedPermission'>
/** The chain's word on a mined transaction. */
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

/** Work that is to be sent: a transfer, or the family's own call. */
export type Work<F extends Family = Family> = { readonly transfer: Transfer } | { readonly call: CallOf<F> }

/** A right of somebody else to take of an account: an amount of a token, one NFT, or all of a collection. */
export interface Approval {
  readonly kind: 'token' | 'nft' | 'collection'
  /** The address of the token or the collection. */
  readonly contract: string
  readonly spender: string
  /** Of an NFT. */
  readonly tokenId?: string | undefined
}

/** A request that a wallet is about to get, from the kit or the page. */
export type Asked<F extends Family = Family> =
  | Work<F>
  | { readonly calls: readonly CallOf<F>[]; readonly atomicRequired?: boolean | undefined }
  | { readonly typedData: TypedDataOf<F> }
  /** An approval is taken back. */
  | { readonly approval: Approval }

/** A call as its own bytes say, so that what is shown is what is signed. */
export interface DecodedCall {
  readonly contract: string
  readonly method: string
  readonly inputs: readonly { readonly name: string; readonly value: string }[]
}

/** The cost of sending, in the network's own coin. */
export interface FeeEstimate {
  /** As things stand. */
  readonly value: bigint
  /** The most that a wallet may reserve, as prices change until it is mined. */
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
  /** US dollars for all of it, as the server says: less than the price where so much of it could never be sold. */
  readonly worth?: number | undefined
  readonly iconUrl?: string | undefined
  /** The server's list doesn't have it: what is merely held calls itself what it likes. */
  readonly isUnlisted?: boolean | undefined
}

export interface Signature {
  /** As the family writes it: hex for eip155, base58 for solana. */
  readonly signature: string
  /** The public key, where it doesn't follow from the account. */
  readonly publicKey?: string | undefined
  /** The signed bytes, where the wallet signs something around the message. */
  readonly signed?: Uint8Array | undefined
  /** The signature together with the signed bytes, where the family has a form for both: what a verifier needs that doesn't know of these. */
  readonly envelope?: string | undefined
}

export interface SentTransaction {
  /** Names it on its chain. */
  readonly hash: string
}

/** The outcome of a transaction, whatever the family. */
export interface MinedTransaction {
  /** Another than the one that was sent, where the visitor replaced it in the wallet. */
  readonly hash: string
  readonly status: 'success' | 'reverted'
  /** How the visitor replaced it in the wallet: the same with another fee, cancelled, or something else. */
  readonly replacement?: 'repriced' | 'cancelled' | 'replaced' | undefined
  /** The number of the block that holds it, where the family numbers its blocks. */
  readonly blockNumber?: bigint | undefined
  /** The fee that was paid, in the smallest unit of the network's own coin; undefined where the chain doesn't say. */
  readonly fee?: bigint | undefined
  /** The logs of contracts in it, where the family's contracts log. */
  readonly logs?:
    | readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
    | undefined
}

/** The number that distinguishes a transaction from one that takes its place, where a family numbers an account's transactions. */
export interface NumberedTransaction {
  readonly address: string
  readonly nonce: number
}

/** A transaction that no node knows, of an account that is a contract: it may be the account's own name for what its owners have yet to sign. */
export interface UnseenTransaction {
  /** The block from which the account's own events are to be read. */
  readonly block: bigint
  /** No node has come to know it for so long that the account holds it. */
  readonly isHeld: boolean
}

/** The purpose of another transaction in the place of one that is pending: the same with a higher fee, or nothing at all. */
export type ReplacementKind = 'speedUp' | 'cancel'

/** Another transaction in the place of one that is pending: what is shown before the wallet is asked for exactly this. */
export interface Replacement<F extends Family = Family> {
  readonly kind: ReplacementKind
  /** The one whose place it takes. */
  readonly hash: string
  readonly address: string
  /** The nonce, where the family numbers an account's transactions: the wallet has to show the same. */
  readonly nonce?: number | undefined
  /** The most that either can cost, in the smallest unit of the network's coin. */
  readonly formerFee: bigint
  readonly fee: bigint
  readonly transaction: TransactionOf<F>
}

export interface WaitOptions {
  /** The number of blocks that hold it or build on it; 1 by default. */
  readonly confirmations?: number | undefined
  /** In milliseconds; the family's default is 3 minutes or what its blocks take. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The abilities of a wallet, its account and its network together. One that is false shows as absent. */
export interface Capabilities {
  readonly signMessage: boolean
  readonly signTypedData: boolean
  readonly signTransactions: boolean
  readonly transfers: readonly Asset['type'][]
  readonly sendCall: boolean
  /** Whether a pending transaction can be sped up and cancelled. */
  readonly replaceTransaction: boolean
  readonly revokeApprovals: boolean
  readonly estimateFee: boolean
  readonly tokenBalances: boolean
  readonly verifyMessage: boolean
  /** The wallet takes several calls at once; they are sent one at a time where it doesn't. */
  readonly sendCalls: boolean
  /** Several calls as one: `ready` needs the visitor's consent to upgrade the account. */
  readonly atomic: 'supported' | 'ready' | 'unsupported'
  /** All that the wallet says beside, by the capability's name, as it says it. */
  readonly all: Readonly<Record<string, unknown>>
}

interface AskedOf<F extends Family> {
  readonly address: string
  readonly networkId: NetworkId
  readonly asked: Asked<F>
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

/** A batch by its id: what follows it later knows the wallet and the network, and of the account no more than its address. */
interface BatchOfWallet<F extends Family> extends Abortable {
  readonly wallet: Pick<FamilyWallet<F>, 'provider' | 'networkId'>
  readonly id: string
}

export interface WaitParameters extends OnNetwork, WaitOptions {
  readonly hash: string
  /** The number from an earlier wait: what replaced it is found although the chain has forgotten it. */
  readonly numbered?: NumberedTransaction | undefined
  readonly onNumbered?: ((numbered: NumberedTransaction) => void) | undefined
  /** The account that sent it. */
  readonly sender?: string | undefined
  /** What an earlier wait has found of one that no node knew. */
  readonly unseen?: UnseenTransaction | undefined
  readonly onUnseen?: ((unseen: UnseenTransaction) => void) | undefined
}

/** The reads of a family's chain. */
export interface FamilyReading<F extends Family = Family> {
  /** Reads an account's balance in the network's own coin, in the smallest unit. */
  nativeBalance(request: OfAccount): Promise<bigint>
  /** Reads an account's balances of the named tokens, from the chain; of all where a chain can list them. */
  tokenBalances?(
    request: OfAccount & { readonly tokens?: readonly string[] | undefined },
  ): Promise<readonly TokenBalance[]>
  estimateFee?(request: OfAccount & { readonly work: Work<F> }): Promise<FeeEstimate>
  /** Resolves once it is in a block, also where the visitor replaced it in the wallet. */
  waitForTransaction?(request: WaitParameters): Promise<ReceiptOf<F>>
  /** Why a transaction was reverted, in the words of the chain or its contract; undefined where it can't be known. */
  failureReason?(request: OnNetwork & { readonly hash: string }): Promise<string | undefined>
  /** The transfer that a call is; undefined for any other call. */
  transferIn?(call: CallOf<F>): Transfer | undefined
  verifyMessage?(
    request: OfAccount & { readonly message: string | Uint8Array; readonly signature: string },
  ): Promise<boolean>
}

/** The questions to a wallet of the family: which accounts it has, and what it can do. */
export interface FamilyAccounts<F extends Family = Family> {
  /** Lists the account's holdings, as its wallet does. Never prompts. @returns undefined where it lists nothing, or nothing that can be used */
  walletAssets?(request: ByWallet<F>): Promise<readonly TokenBalance[] | undefined>
  /** Reads what differs from what this object has and lacks. Never prompts; rejects only when aborted or for an unreadable answer. */
  capabilities?(request: ByWallet<F>): Promise<Partial<Capabilities>>
  /** The wallet's accounts with their kinds, public keys and paths, where the connection's list has less. Never prompts. */
  readAccounts?(request: ByWallet<F>): Promise<NonEmpty<Account>>
  /** The family's own standard provider of a wallet that is reached by a channel, such as a WalletConnect session. */
  provider?(request: ChannelConnection): ProviderOf<F>
}

/** The signatures of a wallet that send nothing. */
export interface FamilySigning<F extends Family = Family> {
  signMessage?(request: ByWallet<F> & { readonly message: string | Uint8Array }): Promise<Signature>
  signTypedData?(request: ByWallet<F> & { readonly typedData: TypedDataOf<F> }): Promise<Signature>
  /** Signs without sending; one prompt for all where the wallet can. @returns each as the family serialises it */
  signTransactions?(
    request: ByWallet<F> & { readonly transactions: NonEmpty<TransactionOf<F>> },
  ): Promise<readonly string[]>
}

/** The transactions that a wallet sends, and those that take the place of sent ones. */
export interface FamilySending<F extends Family = Family> {
  sendTransfer?(request: ByWallet<F> & { readonly transfer: Transfer }): Promise<SentTransaction>
  sendCall?(request: ByWallet<F> & { readonly call: CallOf<F> }): Promise<SentTransaction>
  /** Sends what was prepared in the place of another; nothing where that is in a block meanwhile. */
  replaceTransaction?(request: ByWallet<F> & { readonly replacement: Replacement<F> }): Promise<SentTransaction>
  /** Another transaction in the place of one that is pending; undefined once that is in a block. Calls only the chain. */
  prepareReplacement?(
    request: OnNetwork & { readonly hash: string; readonly kind: ReplacementKind },
  ): Promise<Replacement<F> | undefined>
  /** Builds the call that revokes an approval when it is sent, with what its bytes say. Asks neither a wallet nor the chain. */
  revocation?(request: { readonly approval: Approval }): { readonly call: CallOf<F>; readonly decoded: DecodedCall }
  /** Builds the wallet's request, as the family's standard has it: the preview describes it. No wallet is asked. @throws InvalidTransferError · what the chain's nodes throw */
  walletRequest?(request: AskedOf<F> & OnNetwork): WalletRequest | undefined | Promise<WalletRequest | undefined>
}

/** Calls in batches, of families whose wallets take them. */
export interface FamilyCalls<F extends Family = Family> {
  /** Rejects with `unsupported_method` where this wallet takes none; then nothing was shown in it. */
  sendCalls?(request: ByWallet<F> & CallsRequest<CallOf<F>>): Promise<SentCalls>
  /** Never prompts. */
  callsStatus?(request: BatchOfWallet<F>): Promise<CallsStatus<ReceiptOf<F>>>
  /** Has the wallet itself show where a batch stands. */
  showCallsStatus?(request: ByWallet<F> & { readonly id: string }): Promise<void>
}

/** The permissions to act for an account, of families whose wallets grant them. Each rejects with `unsupported_method` where this wallet doesn't know it. */
export interface FamilyPermissions<F extends Family = Family> {
  /** Never prompts. @returns none where the wallet grants nothing, or doesn't say what */
  supportedPermissions?(request: ByWallet<F>): Promise<readonly SupportedPermission[]>
  /** All that the wallet has granted to this page, whichever its account and network. Never prompts. */
  permissions?(request: ByWallet<F>): Promise<readonly GrantedPermissionOf<F>[]>
  /** @returns one for each that was asked for, in their order */
  grantPermissions?(
    request: ByWallet<F> & { readonly permissions: NonEmpty<PermissionOf<F>> },
  ): Promise<readonly GrantedPermissionOf<F>[]>
  revokePermission?(request: ByWallet<F> & Pick<GrantedPermission, 'context'>): Promise<void>
  /** Reads a permission's state on its chain, and its spending. Asks the chain alone. @returns undefined for a context that the family can't read */
  readPermission?(request: OnNetwork & Pick<GrantedPermission, 'context'>): Promise<PermissionReading | undefined>
}

/** The transactions that a server built for a swap, read before they are signed. */
export interface FamilySwapping<F extends Family = Family> {
  /** Reads an approval that a server built: of exactly what the terms need, or of 0 where a token takes an older one back first. Anything else is a fault. */
  readApproval?(request: BuiltForSwap): CheckedCall<CallOf<F>>
  /** Reads a swap that a server built. What can't be read, or isn't what the terms say, is a fault. */
  readSwap?(request: BuiltForSwap): CheckedCall<CallOf<F>>
}

/**
 * A family's code, for one kit. A member that a family leaves out is absent: `capabilities` says so, and its action rejects with
 * ActionUnsupportedError. Requests to a wallet are made once and never again; all that waits ends with its signal.
 */
export interface FamilyActions<F extends Family = Family>
  extends FamilyAddresses,
    FamilyReading<F>,
    FamilyAccounts<F>,
    FamilySigning<F>,
    FamilySending<F>,
    FamilyCalls<F>,
    FamilyPermissions<F>,
    FamilySwapping<F> {}

/** A connection by whose channel a provider works. */
export interface ChannelConnection {
  readonly channel: RequestChannel
  /** The accounts and networks are those at the start; what changes comes by `listen`. */
  readonly connection: Pick<LiveConnection, 'accounts' | 'networks' | 'approvedNetworks' | 'listen' | 'switchNetwork'>
  /** The networks that are configured now. */
  readonly networks: () => readonly Network[]
}
