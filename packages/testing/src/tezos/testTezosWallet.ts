import type { ObjectWallet } from '../controlledWallet.js'

/** An account that the wallet has a key of. */
export interface TestTezosAccount {
  /** 32 bytes in hexadecimal. Use keys that hold nothing of worth. */
  readonly key: string
  /** `ed25519` (`tz1…`) unless said; `secp256k1` is `tz2…`, `p256` is `tz3…`. */
  readonly curve?: 'ed25519' | 'secp256k1' | 'p256' | undefined
}

export interface TestTezosWalletOptions {
  readonly name: string
  /** The first is selected: it is the one that pages see. */
  readonly accounts: readonly [TestTezosAccount, ...(readonly TestTezosAccount[])]
  /** Where its node is, which it hands operations to; without it none is sent. */
  readonly nodeUrl?: string | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type TezosAction = 'connect' | 'sign' | 'send'

/**
 * A wallet of Tezos for tests, which speaks Beacon in the page as extensions do: it is paired, opens and seals messages by Beacon's own libraries, and what it signs is
 * written and signed by taquito with real keys. It reveals an account's key with its first operation, as wallets do. Its failures can be switched on. What hangs here is
 * for the test.
 */
export interface TestTezosWallet extends ObjectWallet<TezosAction> {
  /** By which name it answers in pages. */
  readonly extensionId: string
  /** Answers a request of a session over WalletConnect (`tezos_…`), as one that the visitor has agreed to. */
  answerSession(request: TezosSessionRequest): Promise<unknown>
}

export interface TezosSessionRequest {
  readonly method: string
  readonly params: unknown
}
