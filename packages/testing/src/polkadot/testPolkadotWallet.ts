import type { ObjectWallet } from '../controlledWallet.js'

/** An account that the wallet has a key of. */
export interface TestPolkadotAccount {
  /** 32 bytes in hexadecimal. Use keys that hold nothing of worth. */
  readonly key: string
  /** The path that is derived from that, such as `//0`; the key itself unless said. */
  readonly path?: string | undefined
  /** `sr25519` unless said. */
  readonly type?: 'sr25519' | 'ed25519' | 'ecdsa' | undefined
  /** The one chain that it is for; any unless said. */
  readonly genesisHash?: string | undefined
}

export interface TestPolkadotWalletOptions {
  readonly name: string
  /** The first is selected: it is the one that pages see. */
  readonly accounts: readonly [TestPolkadotAccount, ...(readonly TestPolkadotAccount[])]
  /** Of the chain that is asked about here: `accounts` has its addresses. 0 unless said. */
  readonly prefix?: number | undefined
  /** Its id at `window.injectedWeb3`; its name in lower case unless said. */
  readonly id?: string | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type PolkadotAction = 'connect' | 'sign' | 'signTransaction' | 'read'

/**
 * A wallet of Polkadot for tests, at `window.injectedWeb3`: its keys are real, it shows them under the prefix of no chain, and what it signs is written and signed
 * by the official library (polkadot.js). Its failures can be switched on. What hangs here is for the test.
 */
export interface TestPolkadotWallet extends ObjectWallet<PolkadotAction> {
  /** Answers a request of a session over WalletConnect (`polkadot_…`), as one that the visitor has agreed to. */
  answerSession(request: PolkadotSessionRequest): Promise<unknown>
}

export interface PolkadotSessionRequest {
  readonly method: string
  readonly params: unknown
}
