import type { ControlledWallet } from './controlledWallet.js'
import type { Fault } from './faults.js'
import type { TestProvider } from './provider.js'

/** Hexadecimal text as JSON-RPC writes it. */
export type Hex = `0x${string}`

/** A chain that the wallet knows: where its JSON-RPC answers. */
export interface TestChain {
  readonly id: number
  readonly rpcUrl: string
  readonly name?: string | undefined
}

export interface TestWalletOptions {
  /** As the visitor reads it in a list. */
  readonly name: string
  /** Reverse domain name (EIP-6963); `test.foyer.` and the name in lower case unless said. */
  readonly rdns?: string | undefined
  /** A data URI; a coloured square unless said. */
  readonly icon?: string | undefined
  /** Private keys, one an account. The first account is selected. Use keys that hold nothing of worth. */
  readonly keys: readonly [Hex, ...(readonly Hex[])]
  /** The chains it knows from the start, and it is on the first. Any other is answered with 4902 until it is added. */
  readonly chains: readonly [TestChain, ...(readonly TestChain[])]
  /** `auto` says yes to everything; `manual` leaves it in `pending`. */
  readonly mode?: 'auto' | 'manual' | undefined
  /** The result of `wallet_getCapabilities`, by chain id (EIP-5792); without it the method isn't supported. */
  readonly capabilities?: Readonly<Record<number, object>> | undefined
  /** How it takes calls in batches (EIP-5792); without it those methods aren't supported. */
  readonly calls?: TestCalls | undefined
  /** Adds chains without going to them, as some wallets do. */
  readonly addsOnly?: boolean | undefined
  /**
   * Announces itself in the pages it is in (EIP-6963); true unless said. `'at once'`: before a page's own script runs, also where the wallet has gone
   * since, as an extension's does that is written into the page; otherwise as soon as the page has been notified of it, which may be after the page has looked.
   */
  readonly announced?: boolean | 'at once' | undefined
  /** Also sits in the page under this name, such as `ethereum`. */
  readonly injectedAs?: string | undefined
  /** Reaches the chains; the platform's own unless said. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** How a wallet takes calls in batches. */
export interface TestCalls {
  /** Batches of another version are refused. */
  readonly version: '2.0.0' | '1.0'
  /** A contract that carries out the calls of an account that has its code (EIP-7702, ERC-7821): with it the wallet carries calls out as one, without it one after the other. */
  readonly executor?: Hex | undefined
  /** More calls than these are refused with 5740; 100 unless said. */
  readonly most?: number | undefined
}

/** The faults of the visitor's next actions in a wallet, one for each. */
export interface NextFaults {
  readonly connect?: Fault | undefined
  readonly sign?: Fault | undefined
  readonly signTypedData?: Fault | undefined
  readonly send?: Fault | undefined
  readonly sendCalls?: Fault | undefined
  readonly switchChain?: Fault | undefined
  readonly addChain?: Fault | undefined
}

/**
 * A wallet for tests: it holds real keys, signs and sends really, and its failures can be switched on.
 * What it says to dapps is EIP-1193, 6963, 2255, 3085, 3326, 747 and 5792; what hangs here is for the test.
 */
export interface TestWallet extends ControlledWallet {
  readonly rdns: string
  readonly uuid: string
  readonly icon: string
  /** The selected address first, as dapps see them once they are let in. Checksummed. */
  readonly accounts: readonly Hex[]
  readonly chainId: number
  /** The provider as a dapp at `https://dapp.test` gets it. */
  readonly provider: TestProvider
  /** The provider as a dapp at another origin gets it; consent is remembered by origin. */
  providerFor(origin: string): TestProvider

  /** The next time a dapp asks for this, it goes wrong; once. */
  next(faults: NextFaults): void
  /** A JSON-RPC method goes wrong from now on, or for so many `times`. */
  fail(method: string, fault: { readonly with: Fault; readonly times?: number | undefined }): void

  /** The visitor goes to another chain in the wallet. @throws Error when the wallet doesn't know it */
  switchChain(id: number): void
  /** The visitor locks the wallet: it shows no accounts until `unlock` or a consented connect. */
  lock(): void
  unlock(): void
  /** The visitor cuts a dapp off in the wallet; all dapps unless an origin is said. */
  revoke(origin?: string): void
  knows(chainId: number): boolean
  /** Drops a chain, so that it is answered with 4902 again. @throws Error for the chain it is on */
  forget(chainId: number): void
  /** Says anything at all to every dapp, for what no well-behaved wallet says. */
  emit(event: string, value: unknown): void

  /** Announces itself in every page it is in: again, under the same rdns with a new uuid, or as it was. */
  announce(options?: { readonly newUuid?: boolean | undefined }): void
  /** Sits under a global name in every page it is in, as wallets of old do, and says so with `ethereum#initialized`. */
  injectAs(name: string): void
}
