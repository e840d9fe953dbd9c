import type { OperationFees } from './sponsored.js'

/** A paymaster that an application names (ERC-7677). */
export interface NamedPaymaster {
  readonly url: string
  /** The application's context for it, as JSON. */
  readonly context: string
}

/** The calls of an account that others are to pay for. */
export interface SponsoredCalls {
  /** CAIP-2. */
  readonly chainId: string
  readonly account: string
  /** The account's own `execute`, without the deadline that is signed with it. */
  readonly callData: string
  /** Of the application's own backend, where it names one. */
  readonly token?: string | undefined
  /** Whom the application names, for where the wallet's own operator doesn't pay. */
  readonly paymaster?: NamedPaymaster | undefined
}

/**
 * The reason why others don't pay: `absent` where they never do for this account here, `unpaid` where they don't for
 * this, or not now, `stale` where something else was sent from the account since it was quoted.
 */
export type Unpaid = 'absent' | 'unpaid' | 'stale'

/** The values to be signed, so that it is paid for. */
export interface SponsorQuote {
  readonly nonce: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  /** The account's own, where it has to be switched to the delegate's code. */
  readonly authorizationNonce: bigint | null
  /** In seconds since 1970: in a block of that time or later nothing of it is carried out. */
  readonly validUntil: number
  /**
   * The fees that the application's paymaster pays, and the host that speaks for it; undefined where the operator pays.
   */
  readonly paid?: { readonly fees: OperationFees; readonly by: string } | undefined
}

/** A quoted operation with its signatures: each r, s and 27 or 28. */
export interface SignedSponsored extends SponsoredCalls {
  /** Its hash. */
  readonly operation: string
  readonly quote: SponsorQuote
  readonly signature: Uint8Array
  readonly authorization: Uint8Array | undefined
}

/**
 * The outcome of an operation: `pending`; `dropped` for one of which nothing is carried out any more, whoever has seen it; `unknown`
 * where it isn't known there, even if it is still on its way; or in a block.
 */
export type SponsoredOutcome =
  | { readonly is: 'pending' | 'dropped' | 'unknown' }
  | { readonly is: 'mined'; readonly transaction: string; readonly succeeded: boolean }

/** Who pays for what an application's visitors do, asked by the wallet. */
export interface Sponsoring {
  /** So long after an operation's own time is over may a block that had it be undone, in milliseconds. */
  readonly underwayMs: number
  /** CAIP-2: the networks on which something is paid for. Never rejects: where that can't be found out there is none. */
  networks(): Promise<readonly string[]>
  /** Never rejects: what can't be found out isn't paid for. */
  quote(calls: SponsoredCalls): Promise<SponsorQuote | Unpaid>
  /** Has an operation sent. @throws where it isn't known whether it was */
  send(signed: SignedSponsored): Promise<'sent' | Unpaid>
  /**
   * Reads an operation's outcome.
   * @param operation - its hash
   * @param chainId - CAIP-2
   */
  read(operation: string, chainId: string): Promise<SponsoredOutcome>
}
