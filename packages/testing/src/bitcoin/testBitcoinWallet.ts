import type { Fault } from '../faults.js'
import type { Place } from '../pages.js'
import type { Prompt } from '../prompts.js'
import type { RequestRecord } from '../requestRecord.js'

/** The words in which a Bitcoin wallet speaks with pages; the last two only within this process, as their bytes don't cross into a browser. */
export type BitcoinDialect = 'sats-connect' | 'unisat' | 'leather' | 'phantom' | 'wallet-standard'

export interface TestBitcoinWalletOptions {
  /** As the visitor reads it in a list. */
  readonly name: string
  /** A data URI; a coloured square unless said. */
  readonly icon?: string | undefined
  readonly dialect?: BitcoinDialect | undefined
  /**
   * Private keys of 32 bytes in hexadecimal, one an account: it signs for a payment address (P2WPKH, or another kind by `paymentType`), and the key that its
   * hash is for an address of ordinals (Taproot). Use keys that hold nothing of worth.
   */
  readonly keys: readonly [string, ...(readonly string[])]
  readonly paymentType?: 'p2wpkh' | 'p2sh' | 'p2pkh' | undefined
  /** CAIP-2; the local network (regtest) unless said. */
  readonly networkId?: string | undefined
  /** Where the wallet reads its coins and broadcasts: an Esplora's address. Without it the wallet has no `sendTransfer`. */
  readonly esplora?: string | undefined
  /** Where it sits in a page: a path from `window`; one that follows from its name unless said. */
  readonly path?: string | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** What a visitor does in a wallet, as one word each. */
export type BitcoinAction = 'connect' | 'sign' | 'signPsbt' | 'send' | 'switchNetwork' | 'read'

/**
 * A Bitcoin wallet for tests: its keys are real, its signatures verify, what it sends is in the ledger, and its failures can be switched on. What hangs here is
 * for the test.
 */
export interface TestBitcoinWallet {
  readonly name: string
  readonly icon: string
  readonly dialect: BitcoinDialect
  /** Where it sits in a page; WBIP's id of it. */
  readonly path: string
  /** The addresses that dapps see once they are let in: payment first. */
  readonly accounts: readonly string[]
  readonly networkId: string
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
  /** How many listeners dapps have on it, over all origins. */
  readonly listenerCount: number
  setMode(mode: 'auto' | 'manual'): void

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: Partial<Readonly<Record<BitcoinAction, Fault>>>): void
  /** An action goes wrong from now on, or for so many `times`. */
  fail(action: BitcoinAction, fault: { readonly with: Fault; readonly times?: number | undefined }): void
  /** Ends every fault: what hangs goes on to its ordinary answer. */
  release(): void

  /** The visitor goes to another network in the wallet. */
  switchNetwork(networkId: string): void
  /** The visitor selects another account in the wallet. @throws Error when there is none */
  switchAccount(index: number): void
  /** The visitor cuts every dapp off in the wallet. */
  revoke(): void
  /** Is gone from every page, as if switched off. */
  disappear(): void

  /** Puts the wallet into a page of this process, such as jsdom's window. @returns takes it out */
  appearIn(window: EventTarget, options?: { readonly origin?: string | undefined } | undefined): () => void
  /** What a page's own stub calls; `installTestBitcoinWallet` wires it. */
  serve(request: Place & { readonly message: unknown }): Promise<unknown>
}
