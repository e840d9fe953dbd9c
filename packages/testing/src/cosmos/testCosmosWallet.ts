import type { Fault } from '../faults.js'
import type { Place } from '../pages.js'
import type { Prompt } from '../prompts.js'
import type { RequestRecord } from '../requestRecord.js'

export interface TestCosmosWalletOptions {
  /** As the visitor reads it in a list, where the place has no name of its own. */
  readonly name: string
  /** Private keys of 32 bytes in hexadecimal, one an account. The first is selected. Use keys that hold nothing of worth. */
  readonly keys: readonly [string, ...(readonly string[])]
  /** The chains that it knows, by their own ids, with the prefix of their addresses. */
  readonly chains: Readonly<Record<string, string>>
  /** Where it sits in a page, a path from `window`; `keplr` unless said. */
  readonly path?: string | undefined
  /** What it emits on `window` when its account is another; `keplr_keystorechange` unless said. */
  readonly event?: string | undefined
  /** A device, which signs no bytes (`signDirect`). */
  readonly isDevice?: boolean | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** What a visitor does in a wallet, as one word each. */
export type CosmosAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of Cosmos for tests, with Keplr's API: its keys are real, and what it signs is signed by the official library (cosmjs). Its failures can be switched
 * on. What hangs here is for the test.
 */
export interface TestCosmosWallet {
  readonly name: string
  /** The addresses that dapps see on the first chain once they are let in: that of the selected key. */
  readonly accounts: readonly string[]
  /** The selected key's address on a chain. */
  addressOn(chainId: string): string
  /** The object that a page of an origin finds; that of `https://dapp.test` unless said. */
  objectFor(origin?: string | undefined): object

  /** All that was asked of it so far. */
  readonly requests: readonly RequestRecord[]
  /** Waits for what is asked next; any method unless one is said. */
  nextRequest(method?: string | undefined): Promise<RequestRecord>
  /** What waits for the visitor, in `manual` mode. */
  readonly pending: readonly Prompt[]
  /** How many times the visitor was asked something. */
  readonly promptCount: number
  /** How many listeners for its event stand on the windows of this process that it is in. */
  readonly listenerCount: number
  setMode(mode: 'auto' | 'manual'): void

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: Partial<Readonly<Record<CosmosAction, Fault>>>): void
  /** An action goes wrong from now on, or for so many `times`. */
  fail(action: CosmosAction, fault: { readonly with: Fault; readonly times?: number | undefined }): void
  /** Ends every fault: what hangs goes on to its ordinary answer. */
  release(): void

  /** The visitor selects another account in the wallet. @throws Error when there is none */
  switchAccount(index: number): void
  /** The visitor cuts every dapp off in the wallet. */
  revoke(): void
  /** Is gone from every page, as if switched off. */
  disappear(): void

  /** Answers a request of a session over WalletConnect (`cosmos_…`), as one that the visitor has agreed to. */
  answerSession(request: {
    readonly chainId: string
    readonly method: string
    readonly params: unknown
  }): Promise<unknown>

  /** Puts the wallet into a page of this process, such as jsdom's window. @returns takes it out */
  appearIn(window: EventTarget, options?: { readonly origin?: string | undefined } | undefined): () => void
  /** What a page's own stub calls; `installTestCosmosWallet` wires it. */
  serve(request: Place & { readonly message: unknown }): Promise<unknown>
}
