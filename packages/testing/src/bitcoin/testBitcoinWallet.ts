import type { ObjectWallet } from '../controlledWallet.js'

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
  /**
   * The address of the Esplora by which the wallet reads its coins and broadcasts. Without it the wallet has no
   * `sendTransfer`.
   */
  readonly esplora?: string | undefined
  /** Where it sits in a page: a path from `window`; one that follows from its name unless said. */
  readonly path?: string | undefined
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
}

/** A visitor's action in a wallet, in one word. */
export type BitcoinAction = 'connect' | 'sign' | 'signPsbt' | 'send' | 'switchNetwork' | 'read'

/**
 * A Bitcoin wallet for tests: its keys are real, its signatures verify, what it sends is in the ledger, and its failures can be switched on. What hangs here is
 * for the test.
 */
export interface TestBitcoinWallet extends ObjectWallet<BitcoinAction> {
  readonly icon: string
  readonly dialect: BitcoinDialect
  /** Where it sits in a page; WBIP's id of it. */
  readonly path: string
  /** The selected key's addresses: payment first. */
  readonly accounts: readonly string[]
  readonly networkId: string
  /** The visitor goes to another network in the wallet. */
  switchNetwork(networkId: string): void
}
