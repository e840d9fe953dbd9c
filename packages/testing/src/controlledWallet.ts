import type { Fault } from './faults.js'
import type { Place } from './pages.js'
import type { Prompt } from './prompts.js'
import type { RequestRecord } from './requestRecord.js'

/** A test's view of a wallet of any family, and its controls. */
export interface ControlledWallet {
  readonly name: string
  /** All that was asked of it so far. */
  readonly requests: readonly RequestRecord[]
  /** Waits for what is asked next; any method unless one is said. */
  nextRequest(method?: string | undefined): Promise<RequestRecord>
  /** The prompts that wait for the visitor, in `manual` mode. */
  readonly pending: readonly Prompt[]
  /** How many times the visitor was asked something. */
  readonly promptCount: number
  /** How many listeners dapps have for what it emits, over all pages; of one that emits on `window`, in this process. */
  readonly listenerCount: number
  setMode(mode: 'auto' | 'manual'): void

  /** Ends every fault: what hangs goes on to its ordinary answer. */
  release(): void

  /** The visitor selects another account in the wallet. @throws Error when there is none */
  switchAccount(index: number): void
  /** Is gone from every page, as if switched off; what is still asked is answered with 4900. */
  disappear(): void

  /** Puts the wallet into a page of this process, such as jsdom's window. @returns takes it out */
  appearIn(window: EventTarget, options?: { readonly origin?: string | undefined } | undefined): () => void
  /** Answers a page's own stub; the function that installs the wallet in a browser wires it. */
  serve(request: Place & { readonly message: unknown }): Promise<unknown>
}

/** A wallet that sits in a page as an object, and whose failures go by what the visitor does: one word each. */
export interface ObjectWallet<Action extends string> extends ControlledWallet {
  /** The accounts that dapps see once they are let in: the selected account's, and what that has beside it. */
  readonly accounts: readonly string[]
  /** The object that a page of an origin finds; that of `https://dapp.test` unless said. */
  objectFor(origin?: string | undefined): object

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: Partial<Readonly<Record<Action, Fault>>>): void
  /** An action goes wrong from now on, or for so many `times`. */
  fail(action: Action, fault: { readonly with: Fault; readonly times?: number | undefined }): void

  /** The visitor cuts every dapp off in the wallet. */
  revoke(): void
}
