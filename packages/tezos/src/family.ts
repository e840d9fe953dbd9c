import type { Abortable, WalletCall } from '@foyer/core'

/** An account as its wallet has it. */
export interface TezosAccount {
  readonly address: string
  /** `edpk…`, `sppk…` or `p2pk…`: an address is its hash alone. Undefined where the wallet doesn't say. */
  readonly publicKey?: string | undefined
}

/** A wallet of Tezos, in the page or at the other end of a session. Each call asks it once; a member that it lacks is undefined. */
export interface TezosProvider {
  /** The accounts on the network in use, with their keys. Never prompts. */
  getAccounts(options?: Abortable): Promise<readonly TezosAccount[]>
  /** Signs a text as a string of Micheline. @returns `edsig…`, `spsig1…`, `p2sig…` or `sig…` */
  readonly signMessage?: WalletCall<{ readonly address: string; readonly message: string }, string>
  /** Sends coins: the wallet reveals the account's key, sets the fee and the gas, signs, and hands it to a node. @returns the operation's hash */
  readonly sendTransfer?: WalletCall<{ readonly address: string; readonly to: string; readonly amount: bigint }, string>
}

declare module '@foyer/core' {
  interface FamilyProviders {
    tezos: TezosProvider
  }
}
