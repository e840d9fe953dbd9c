import type { ControlledWallet } from '../controlledWallet.js'
import type { Fault } from '../faults.js'

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

/** The faults of the visitor's next actions in a wallet, one for each. */
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
export interface TestSolanaWallet extends ControlledWallet {
  readonly icon: string
  /** The selected address first, as dapps see them once they are let in. */
  readonly accounts: readonly string[]
  /** The wallet of the Wallet Standard, as a dapp at `https://dapp.test` gets it. */
  readonly standard: object

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: NextSolanaFaults): void
  /** A feature goes wrong from now on, or for so many `times`. */
  fail(feature: string, fault: { readonly with: Fault; readonly times?: number | undefined }): void

  /** The visitor cuts a dapp off in the wallet; all dapps unless an origin is said. */
  revoke(origin?: string): void
  /** Says anything at all to every dapp, as its `change`. */
  change(value: unknown): void
}
