import type { ObjectWallet } from '../controlledWallet.js'

/** An account that the wallet has a key of. */
export interface TestMultiversxAccount {
  /** Of ed25519, 32 bytes in hexadecimal. Use keys that hold nothing of worth. */
  readonly key: string
}

export interface TestMultiversxWalletOptions {
  readonly name: string
  /** The first is selected: it is the one that pages see. */
  readonly accounts: readonly [TestMultiversxAccount, ...(readonly TestMultiversxAccount[])]
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type MultiversxAction = 'connect' | 'sign' | 'signTransaction' | 'leave'

/**
 * A wallet of MultiversX for tests, which answers messages to the window as the DeFi Wallet's extension does: its keys are real, and what it signs is written and
 * signed by the official library (`@multiversx/sdk-core`). Its failures can be switched on. What hangs here is for the test.
 */
export interface TestMultiversxWallet extends ObjectWallet<MultiversxAction> {
  /** Answers a request of a session over WalletConnect (`mvx_…`), as one that the visitor has agreed to. */
  answerSession(request: MultiversxSessionRequest): Promise<unknown>
}

export interface MultiversxSessionRequest {
  readonly method: string
  readonly params: unknown
}
