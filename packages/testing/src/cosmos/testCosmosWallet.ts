import type { ObjectWallet } from '../controlledWallet.js'

export interface TestCosmosWalletOptions {
  /** As the visitor reads it in a list, where the place has no name of its own. */
  readonly name: string
  /** Private keys of 32 bytes in hexadecimal, one an account. The first is selected. Use keys that hold nothing of worth. */
  readonly keys: readonly [string, ...(readonly string[])]
  /** The chains that it knows, by their own ids, with the prefix of their addresses. */
  readonly chains: Readonly<Record<string, string>>
  /** Where it sits in a page, a path from `window`; `keplr` unless said. */
  readonly path?: string | undefined
  /** The event that it emits on `window` when its account is another; `keplr_keystorechange` unless said. */
  readonly event?: string | undefined
  /** A device, which signs no bytes (`signDirect`). */
  readonly isDevice?: boolean | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type CosmosAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of Cosmos for tests, with Keplr's API: its keys are real, and what it signs is signed by the official library (cosmjs). Its failures can be switched
 * on. What hangs here is for the test.
 */
export interface TestCosmosWallet extends ObjectWallet<CosmosAction> {
  /** The selected key's address on a chain; `accounts` has that on the first. */
  addressOn(chainId: string): string
  /** Answers a request of a session over WalletConnect (`cosmos_…`), as one that the visitor has agreed to. */
  answerSession(request: CosmosSessionRequest): Promise<unknown>
}

export interface CosmosSessionRequest {
  readonly chainId: string
  readonly method: string
  readonly params: unknown
}
