import type { ObjectWallet } from '../controlledWallet.js'

/** An account that the wallet has keys of. */
export interface TestCardanoAccount {
  /** Of ed25519, 32 bytes in hexadecimal, or the 64 of a derived key: it spends. Use keys that hold nothing of worth. */
  readonly key: string
  /** The key of its stake; an address without one unless said. */
  readonly stakeKey?: string | undefined
}

export interface TestCardanoWalletOptions {
  readonly name: string
  /** The name at `window.cardano`; the wallet's own in small letters unless said. */
  readonly id?: string | undefined
  /** The first is selected: it is the one that pages see. */
  readonly accounts: readonly [TestCardanoAccount, ...(readonly TestCardanoAccount[])]
  /** 1 is the main network, 0 any other; 0 unless said. */
  readonly network?: 0 | 1 | undefined
  /** A local node, which knows what the wallet can spend; without it that is nothing. */
  readonly url?: string | undefined
  /** Whether it says by events that it has changed; else that shows when the visitor comes back to the page. */
  readonly hasEvents?: boolean | undefined
  /** Signs the hash of a message in its place. */
  readonly hashes?: boolean | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type CardanoAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of Cardano for tests, as CIP-30 has it: its keys are real, and what it signs is read and written by StricaHQ's libraries. Its failures can be switched
 * on. What hangs here is for the test.
 */
export interface TestCardanoWallet extends ObjectWallet<CardanoAction> {
  /** The account as a session names it: its address, with that of its stake behind it. */
  readonly sessionAccount: string
  /** The visitor goes to another network in the wallet. */
  switchNetwork(network: 0 | 1): void
  /** Answers a request of a session over WalletConnect (`cardano_…`), as one that the visitor has agreed to. */
  answerSession(request: CardanoSessionRequest): Promise<unknown>
}

export interface CardanoSessionRequest {
  readonly method: string
  readonly params: unknown
}
