import type { ObjectWallet } from '../controlledWallet.js'

/** An account that the wallet has a key of. */
export interface TestAlgorandAccount {
  /** Of ed25519, 32 bytes in hexadecimal. Use keys that hold nothing of worth. */
  readonly key: string
  /** The account that this key signs for, since that was rekeyed to its own; its own unless said. */
  readonly address?: string | undefined
}

export interface TestAlgorandWalletOptions {
  readonly name: string
  /** The first is selected: it is the one that pages see. */
  readonly accounts: readonly [TestAlgorandAccount, ...(readonly TestAlgorandAccount[])]
  /** The networks that it takes, by their genesis hashes in base64. */
  readonly genesisHashes: readonly string[]
  /** `arc27`, unless said: it answers events. `window`: it sits at `window.algorand`, and signs no messages. */
  readonly kind?: 'arc27' | 'window' | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type AlgorandAction = 'connect' | 'sign' | 'signTransaction'

/**
 * A wallet of Algorand for tests: its keys are real, and what it signs is read, written and signed by the official library (algosdk). It says nothing between
 * requests, as wallets of ARC-27. Its failures can be switched on. What hangs here is for the test.
 */
export interface TestAlgorandWallet extends ObjectWallet<AlgorandAction> {
  /** Answers a request of a session over WalletConnect (`algo_…`), as one that the visitor has agreed to. */
  answerSession(request: AlgorandSessionRequest): Promise<unknown>
}

export interface AlgorandSessionRequest {
  readonly method: string
  readonly params: unknown
}
