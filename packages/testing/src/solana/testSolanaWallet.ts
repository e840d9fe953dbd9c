import type { Fault } from '../faults.js'
import type { Place } from '../pages.js'
import type { Prompt } from '../prompts.js'
import type { RequestRecord } from '../requestRecord.js'

/** A chain of Solana's that the wallet knows, by the Wallet Standard's name, and where its JSON-RPC answers. */
export interface TestSolanaChain {
  /** Such as `solana:localnet`. */
  readonly chain: `solana:${string}`
  readonly rpcUrl: string
}

export interface TestSolanaWalletOptions {
  /** As the visitor reads it in a list. */
  readonly name: string
  /** A data URI; a coloured square unless said. */
  readonly icon?: string | undefined
  /** Secret keys of 32 bytes in hex, one an account. The first account is selected. Use keys that hold nothing of worth. */
  readonly keys: readonly [string, ...(readonly string[])]
  readonly chains: readonly [TestSolanaChain, ...(readonly TestSolanaChain[])]
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
  /** Features that it lacks, such as `solana:signAndSendTransaction`. */
  readonly without?: readonly string[] | undefined
  /** Which transactions it reads; both unless said. */
  readonly versions?: readonly ('legacy' | 0)[] | undefined
  /** Reaches the chains; the platform's own unless said. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** What a visitor does in the wallet, as one word each. */
export interface NextSolanaFaults {
  readonly connect?: Fault | undefined
  readonly sign?: Fault | undefined
  readonly signTransaction?: Fault | undefined
  readonly send?: Fault | undefined
}

/**
 * A wallet of Solana's for tests: it holds real keys, signs and sends really, and its failures can be switched on. What it says to dapps is the Wallet
 * Standard's; what hangs here is for the test.
 */
export interface TestSolanaWallet {
  readonly name: string
  readonly icon: string
  /** The selected address first, as dapps see them once they are let in. */
  readonly accounts: readonly string[]
  /** The wallet of the Wallet Standard, as a dapp at `https://dapp.test` gets it. */
  readonly standard: object

  /** All that was asked of it so far, by the features' names. */
  readonly requests: readonly RequestRecord[]
  /** Waits for what is asked next; any feature unless one is said. */
  nextRequest(method?: string): Promise<RequestRecord>
  /** What waits for the visitor, in `manual` mode. */
  readonly pending: readonly Prompt[]
  /** How many times the visitor was asked something. */
  readonly promptCount: number
  /** How many listeners dapps have on it, over all pages. */
  readonly listenerCount: number

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: NextSolanaFaults): void
  /** A feature goes wrong from now on, or for so many `times`. */
  fail(feature: string, fault: { readonly with: Fault; readonly times?: number | undefined }): void
  /** Ends every fault: what hangs goes on to its ordinary answer. */
  release(): void

  /** The visitor selects another account in the wallet. @throws Error when there is none */
  switchAccount(index: number): void
  /** The visitor cuts a dapp off in the wallet; all dapps unless an origin is said. */
  revoke(origin?: string): void
  setMode(mode: 'auto' | 'manual'): void
  /** Says anything at all to every dapp, as its `change`. */
  change(value: unknown): void

  /** Takes itself out of every page, as if switched off; what is still asked is answered with 4900. */
  disappear(): void
  /** Puts the wallet into a page of this process, such as jsdom's window. @returns takes it out */
  appearIn(window: EventTarget, options?: { readonly origin?: string | undefined }): () => void
  /** What a page's own stub calls; `installTestSolanaWallet` wires it. */
  serve(request: Place & { readonly message: unknown }): Promise<unknown>
}
