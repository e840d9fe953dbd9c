import type { Fault } from '../faults.js'
import type { Place } from '../pages.js'
import type { Prompt } from '../prompts.js'
import type { RequestRecord } from '../requestRecord.js'

/** An account that the wallet has a key of: without a name it is called by its key. */
export interface TestNearAccount {
  /** Of ed25519, 32 bytes in hexadecimal. Use keys that hold nothing of worth. */
  readonly key: string
  readonly name?: string | undefined
}

export interface TestNearWalletOptions {
  readonly name: string
  /** The first is selected. */
  readonly accounts: readonly [TestNearAccount, ...(readonly TestNearAccount[])]
  /** Where the network's JSON-RPC answers: the wallet sends what it signs there. */
  readonly rpcUrl?: string | undefined
  /** `connect`, unless said: it announces itself as NEAR Connect has it. `window`: it sits at `window.near`, as older ones do. */
  readonly kind?: 'connect' | 'window' | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** What a visitor does in a wallet, as one word each. */
export type NearAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of NEAR for tests: its keys are real, and it writes and signs by itself, without the kit's code. Its failures can be switched on. What hangs here is
 * for the test.
 */
export interface TestNearWallet {
  readonly name: string
  /** The account that dapps see once they are let in: the selected one. */
  readonly accounts: readonly string[]
  /** Its key: `ed25519:` and base58. */
  readonly publicKey: string
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
  /** How many listeners for the visitor's return (`focus`) stand on the windows of this process that it is in. */
  readonly listenerCount: number
  setMode(mode: 'auto' | 'manual'): void

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: Partial<Readonly<Record<NearAction, Fault>>>): void
  /** An action goes wrong from now on, or for so many `times`. */
  fail(action: NearAction, fault: { readonly with: Fault; readonly times?: number | undefined }): void
  /** Ends every fault: what hangs goes on to its ordinary answer. */
  release(): void

  /** The visitor selects another account in the wallet, and comes back to the page. @throws Error when there is none */
  switchAccount(index: number): void
  /** The visitor cuts every dapp off in the wallet, and comes back to the page. */
  revoke(): void
  /** Is gone from every page, as if switched off. */
  disappear(): void

  /** Answers a request of a session over WalletConnect (`near_…`), as one that the visitor has agreed to. */
  answerSession(request: { readonly method: string; readonly params: unknown }): Promise<unknown>

  /** Puts the wallet into a page of this process, such as jsdom's window. @returns takes it out */
  appearIn(window: EventTarget, options?: { readonly origin?: string | undefined } | undefined): () => void
  /** What a page's own stub calls; `installTestNearWallet` wires it. */
  serve(request: Place & { readonly message: unknown }): Promise<unknown>
}
