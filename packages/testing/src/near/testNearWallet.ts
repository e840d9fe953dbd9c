import type { ObjectWallet } from '../controlledWallet.js'

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

/** A visitor's action in a wallet, in one word. */
export type NearAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of NEAR for tests: its keys are real, and it writes and signs by itself, without the kit's code. Its failures can be switched on. The visitor
 * who changes something in it comes back to the page. What hangs here is for the test.
 */
export interface TestNearWallet extends ObjectWallet<NearAction> {
  /** The selected account's key: `ed25519:` and base58. */
  readonly publicKey: string
  /** Answers a request of a session over WalletConnect (`near_…`), as one that the visitor has agreed to. */
  answerSession(request: NearSessionRequest): Promise<unknown>
}

export interface NearSessionRequest {
  readonly method: string
  readonly params: unknown
}
