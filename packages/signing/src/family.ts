import type { Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import type { Keyring } from './keyring.js'
import type { SponsoredOperation } from './sponsored.js'
import type { Sponsoring } from './sponsoring.js'
import type { Payload, Switching, SwitchingSignatures } from './switching.js'

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

/** A failure of a request: a code of EIP-1193 or JSON-RPC, and words for the application's developer. */
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
      /** The very payloads that are signed, in order, and none where nothing is: what was shown is compared by them [F13]. Left out where the family's accounts sign otherwise. */
      readonly payloads?: readonly Payload[] | undefined
      /** Describes the very same anew, by what is known by then: what wasn't answered in time is said once it is. */
      describe?(): Promise<ShownRequest>
      /** Executes exactly what was shown. */
      perform(): Promise<unknown>
      /** Asked once the visitor has approved: the request anew, to be shown again, where it would do something worse by now; undefined where what was shown holds. */
      recheck?(): Promise<PreparedRequest | undefined>
      /** The request anew with the limit that the visitor has named, to be shown before it is signed; without one where what was described last offers none. */
      limitTo?(amount: string): Promise<PreparedRequest>
      /** Asked where performing failed: what is asked for in its place, to be shown before it is done; undefined where there is nothing. */
      instead?(error: unknown): Promise<PreparedRequest> | undefined
    }

/** An account that signs bytes, wherever its key is. */
export interface SigningAccount {
  readonly address: string
  /** EVM: hashes by Keccak-256, and returns r, s and 27 or 28. Solana: Ed25519. */
  readonly sign: (bytes: Uint8Array) => Promise<Uint8Array>
  /** EVM: signs both parts of a switching by its fields, where the key signs nothing but what was approved. Where it is left out, each part is signed as bytes. */
  readonly signSwitching?: ((switching: Switching) => Promise<SwitchingSignatures>) | undefined
  /** EVM: the same of an operation that others pay for: its authorization, where there is one, and itself. */
  readonly signSponsored?: ((operation: SponsoredOperation) => Promise<readonly Uint8Array[]>) | undefined
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
  /** The account that it is of. */
  readonly from: string
  /** The contract whose code the account had to have, so that the calls were carried out; undefined where they are transactions of their own. */
  readonly delegate?: string | undefined
  /** The account's code once its transaction was mined: without the right one a transaction succeeds and does nothing. Undefined until it was looked at. */
  readonly hadCode?: boolean | undefined
  /** Its calls are one operation that others pay for, by this hash; then there are no hashes of its own. */
  readonly operation?: string | undefined
  /** Until when that operation may come where its sponsor knows nothing of it, or more of its calls be sent by another page: milliseconds since 1970. */
  readonly underwayUntil?: number | undefined
  /** Of what was sent of it. */
  readonly hashes: readonly string[]
  /** How many transactions of their own its calls are; left out where they are one. */
  readonly count?: number | undefined
  /** The number of its first transaction in its account, where another may have that and it comes no more; of its operation the EntryPoint's for the account. */
  readonly nonce?: number | undefined
  /** Nothing more of it is sent. */
  readonly isOver: boolean
}

/** Where a wallet keeps an application's batches, for a day at least, and how it carries several calls out. */
export interface Batches {
  /** As one, by a contract's code, where the network has it. */
  readonly asOne: boolean
  get(id: string): KeptBatch | undefined | Promise<KeptBatch | undefined>
  /** Never rejects: what can't be kept is no reason to fail what is sent. */
  set(batch: KeptBatch): void | Promise<void>
}

/** A grant that lets a key act for an account, as an application received it. */
export interface KeptGrant {
  /** CAIP-2. */
  readonly chainId: string
  /** The signed delegation, by which it is used. */
  readonly context: string
  /** The application's result. */
  readonly answer: Readonly<Record<string, unknown>>
}

/** Where a wallet keeps what it has granted an application. */
export interface Grants {
  /** The newest first. */
  list(): readonly KeptGrant[] | Promise<readonly KeptGrant[]>
  /** Never rejects: what can't be kept was granted all the same. */
  add(grant: KeptGrant): void | Promise<void>
  /**
   * Reads which functions of a contract the application's operator lists, by their selectors: a key is granted those of unknown effect nowhere else. It is the operator's
   * word, which a page can't say for itself; left out by a wallet whose applications have no operator.
   * @throws where the operator's server doesn't answer: nothing is granted on what isn't known
   */
  readonly callable?: ((contract: ListedContract) => Promise<readonly string[]>) | undefined
}

/** A contract that an operator may list. */
export interface ListedContract {
  /** CAIP-2. */
  readonly chainId: string
  readonly address: string
}

/** The wallet's interface for a family that answers a request. */
export interface FamilyHost {
  /** Undefined in a wallet that takes no calls in batches. */
  readonly batches?: Batches | undefined
  /** Undefined in a wallet whose accounts take no delegate. */
  readonly grants?: Grants | undefined
  /** Undefined in a wallet for whose visitors nothing is paid. */
  readonly sponsoring?: Sponsoring | undefined
  /** Aborted once the application waits for the answer no longer. */
  readonly signal?: AbortSignal | undefined
  network(chainId: string): WalletNetwork | undefined
  networks(): readonly WalletNetwork[]
  /** Adds a network, and grants the session that asked its accounts there. */
  addNetwork(network: WalletNetwork): Promise<void>
  /** Makes a network the session's active one and emits the change to the application. */
  switchNetwork(chainId: string): Promise<void>
  /** Returns what others know of what an account does on a network; left out where none is asked. */
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
  /** Returns an account's other addresses, in families whose accounts have several: labelled by what each is for. */
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
  /** Returns the `data` of a session's `chainChanged`. */
  chainChanged(chainId: string): unknown
  /** Returns the session properties of granted accounts (CAIP-25); undefined where there are none. */
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
