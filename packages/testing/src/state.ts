import type { PrivateKeyAccount } from 'viem/accounts'
import type { Prompts } from './prompts.js'
import type { Hex, TestCalls, TestChain } from './testWallet.js'

/** A batch that the wallet has been asked to carry out. */
export interface TestBatch {
  readonly id: string
  readonly chainId: number
  readonly atomic: boolean
  readonly hashes: Hex[]
  /** Nothing more of it is sent. */
  isOver: boolean
}

/** The wallet's state at the moment: one for all pages, so that it outlives them. */
export interface WalletState {
  /** The selected one first. */
  accounts: readonly PrivateKeyAccount[]
  chainId: number
  readonly chains: Map<number, TestChain>
  locked: boolean
  /** The origins that the visitor has let in. */
  readonly allowed: Set<string>
}

/** The context of the wallet's methods. */
export interface WalletContext {
  readonly state: WalletState
  readonly prompts: Prompts
  readonly fetch: typeof globalThis.fetch
  readonly capabilities: Readonly<Record<number, object>> | undefined
  readonly calls: TestCalls | undefined
  /** By their ids. */
  readonly batches: Map<string, TestBatch>
  readonly addsOnly: boolean
  /** Emits to each origin the accounts that it sees. */
  emitAccounts(): void
  setChain(id: number): void
  /** Lets an origin in, or puts it out, and emits that there. */
  setAllowed(origin: string, allowed: boolean): void
  unlock(): void
}

export function addressesOf(state: WalletState): readonly Hex[] {
  return state.accounts.map(({ address }) => address)
}

/**
 * Returns the addresses that an origin gets to see: nothing until it was let in, nothing while the wallet is locked
 * (EIP-1102).
 */
export function visibleTo(state: WalletState, origin: string): readonly Hex[] {
  return state.allowed.has(origin) && !state.locked ? addressesOf(state) : []
}
