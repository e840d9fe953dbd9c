import type { NetworkId } from '../chain/ids.js'
import type { SignInWhileConnecting } from '../connector/connector.js'
import type { SiwxSession } from '../siwx/siwx.js'

/** An account on a network. */
export interface LeftAccount {
  readonly networkId: NetworkId
  readonly address: string
}

/** What signing in has to do with connecting, in a kit that has it. */
export interface SignInSeam {
  /** Offered to wallets that sign in while they connect. */
  readonly offer: SignInWhileConnecting
  /** Keeps what such a wallet has signed, in the place of all before. @throws where one of it doesn't hold: then nothing has changed */
  keep(sessions: readonly SiwxSession[]): Promise<void>
  /** Connecting has ended, whichever way. */
  done(): void
  /**
   * The visitor disconnects: their sessions are over.
   * @param left - the accounts whose connection ends; undefined where all do
   */
  leave(left: readonly LeftAccount[] | undefined): Promise<void>
}
