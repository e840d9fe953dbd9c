import type { Keyring } from './keyring.js'
import type { WalletNetwork } from './network.js'
import type { Outside } from './outside.js'
import type { Words } from './sentences.js'

/** An application's request, and its chain. */
export interface AskedRequest {
  readonly method: string
  readonly params: unknown
  /** CAIP-2. */
  readonly chainId: string
  /** The session's accounts on the chain, without their chain. */
  readonly addresses: readonly string[]
  /** Where the application is, or says that it is. */
  readonly peerUrl: string
}

/** One line of a request's description. */
export interface Fact<Text = Words> {
  readonly label: Text
  /** What the family says of it, or text that stands as it is. */
  readonly value: string | Text
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
  /** The amount that its value is, where a price of it says something: its name is to be believed. */
  readonly priced?: PricedAmount | undefined
}

/** An amount of a listed token, or of the network's own coin. */
export interface PricedAmount {
  /** The token's; undefined for the coin. */
  readonly contract: string | undefined
  /** In the smallest unit. */
  readonly amount: bigint
  readonly decimals: number
}

/** A named value of structured data, or a structure or a list of them. */
export type ShownField = {
  readonly name: string
  /** An address or data, shown letter by letter. */
  readonly isCode?: boolean | undefined
} & (
  | { readonly value: string; readonly fields?: undefined }
  | { readonly value?: undefined; readonly fields: readonly ShownField[] }
)

/** A described request: in words by name as a family makes it, in sentences as it is shown. */
export interface ShownRequest<Text = Words> {
  readonly title: Text
  /** What the button does: a verb. */
  readonly act: Text
  readonly facts: readonly Fact<Text>[]
  /** The text or data that is signed, whole. */
  readonly content?: { readonly label: Text; readonly text: string; readonly isCode: boolean } | undefined
  /** The structured data that is signed, whole. */
  readonly tree?: { readonly label: Text; readonly fields: readonly ShownField[] } | undefined
  /** Warnings that the visitor reads before approving. */
  readonly warnings: readonly Text[]
  /** Approving takes a separate step: its effect isn’t known from its data [F13], has no limit, or can’t be had back. */
  readonly isDeliberate: boolean
  /** In the place of an allowance without a limit the visitor may name one. */
  readonly limit?: OfferedLimit<Text> | undefined
}

/** An amount that the visitor may name instead of what is asked for. */
export interface OfferedLimit<Text = Words> {
  readonly label: Text
  /** The token's symbol. */
  readonly unit: string
  readonly decimals: number
  /** What it is at first, in the token's own unit: all that the account has. */
  readonly usual: string
}

/** Why a request isn't done: a code of EIP-1193 or JSON-RPC, and words for the application's developer. */
export interface RequestFailure {
  readonly code: number
  readonly message: string
}

/** The outcome of preparing a request. */
export type PreparedRequest =
  /** Answered without asking the visitor. */
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'refuse'; readonly failure: RequestFailure }
  | {
      readonly kind: 'ask'
      readonly shown: ShownRequest
      /** The very bytes that are signed, in order, where the family's accounts sign bytes: what was shown is compared by them [F13]. */
      readonly payloads?: readonly Uint8Array[] | undefined
      /** Executes exactly what was shown. */
      perform(): Promise<unknown>
      /** Asked once the visitor has approved: the request anew, to be shown again, where it would do something worse by now; undefined where what was shown holds. */
      recheck?(): Promise<PreparedRequest | undefined>
      /** The request anew with the limit that the visitor has named, to be shown before it is signed; there where `shown` offers one. */
      limitTo?(amount: string): Promise<PreparedRequest>
    }

/** An account that signs bytes, wherever its key is. */
export interface SigningAccount {
  readonly address: string
  /** EVM: hashes by Keccak-256, and returns r, s and 27 or 28. Solana: Ed25519. */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** Prepares a request for accounts whose keys aren't in this page. */
export type PrepareFor = (
  request: AskedRequest,
  context: { readonly accounts: readonly SigningAccount[]; readonly host: FamilyHost },
) => Promise<PreparedRequest>

/** A batch of calls that a wallet was asked for (EIP-5792). */
export interface KeptBatch {
  readonly id: string
  /** CAIP-2. */
  readonly chainId: string
  /** Its calls are one transaction. */
  readonly atomic: boolean
  /** Of what was sent of it. */
  readonly hashes: readonly string[]
  /** Nothing more of it is sent. */
  readonly isOver: boolean
}

/** Where a wallet keeps an application's batches, for a day at least. */
export interface Batches {
  get(id: string): KeptBatch | undefined
  set(batch: KeptBatch): void
}

/** The wallet's interface for a family that answers a request. */
export interface FamilyHost {
  /** Undefined in a wallet that takes no calls in batches. */
  readonly batches?: Batches | undefined
  network(chainId: string): WalletNetwork | undefined
  networks(): readonly WalletNetwork[]
  /** Adds a network, and grants the session that asked its accounts there. */
  addNetwork(network: WalletNetwork): Promise<void>
  /** Makes a network the session's active one and emits the change to the application. */
  switchNetwork(chainId: string): Promise<void>
  /** What others know of what an account does on a network; left out where nobody is asked. */
  outside?(on: { readonly network: WalletNetwork; readonly address: string }): Outside
}

export interface Balance {
  /** In the smallest unit. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
}

/** An account of a keyring on a chain: each family derives the address of each of a keyring's accounts. */
export interface OnChain {
  readonly keyring: Keyring
  /** CAIP-2. */
  readonly chainId: string
}

/** A chain family, as this wallet knows it. Another family is another object of this type in `createFamilies`. */
export interface WalletFamily {
  /** Its CAIP-2 namespace. */
  readonly name: string
  /** Its name for the visitor. */
  readonly label: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Reads a private key of this family as it is usually written; undefined for anything else. */
  readonly readKey: (text: string) => string | undefined
  /** An address for each account, in the keyring's order; the same account has another address on another chain in some families. */
  addresses(on: OnChain): readonly string[]
  /** What else an account has beside its address, in families whose accounts have several: labelled by what each is for. */
  otherAddresses?(
    of: OnChain & { readonly address: string },
  ): readonly { readonly label: string; readonly address: string }[]
  /** The present id of a chain that applications may name by a former one. */
  currentId?(chainId: string): string
  balance(on: { readonly address: string; readonly network: WalletNetwork }): Promise<Balance>
  /** Parses a request, estimates its cost and describes it. Never throws: an unreadable request is refused. */
  prepare(
    request: AskedRequest,
    context: { readonly keyring: Keyring; readonly host: FamilyHost },
  ): Promise<PreparedRequest>
  /** What the `data` of a session's `chainChanged` is. */
  chainChanged(chainId: string): unknown
  /** What the family's wallets say of granted accounts when a session is made (CAIP-25); undefined where there is nothing. */
  sessionProperties?(of: {
    readonly keyring: Keyring
    /** CAIP-10. */
    readonly accounts: readonly string[]
  }): Readonly<Record<string, string>> | undefined
  /** Events beside `accountsChanged` that the family's wallets emit when the account in use has changed. */
  accountEvents?(
    of: OnChain & { readonly address: string },
  ): readonly { readonly name: string; readonly data: unknown }[]
  /** Signs a text to sign in with (CAIP-122), as it stands, in families for which WalletConnect defines that. Undefined for an account that isn't the keyring's. */
  signSignIn?(of: {
    readonly keyring: Keyring
    readonly address: string
    readonly text: string
  }): Promise<SignInSignature | undefined>
}

export interface SignInSignature {
  /** EIP-191. */
  readonly type: 'eip191'
  readonly signature: string
}
