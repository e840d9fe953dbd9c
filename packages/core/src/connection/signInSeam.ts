import type { Family } from '../chain/ids.js'
import type { LiveConnection, SignInWhileConnecting } from '../connector/connector.js'
import type { Foyer } from '../foyer.js'
import type { SiwxSession } from '../siwx/siwx.js'
import type { ConnectionMachine } from './machine.js'

/** What signing in has to do with connecting, in a kit that has it. */
export interface SignInSeam {
  /** Offered to wallets that sign in while they connect. */
  readonly offer: SignInWhileConnecting
  /** Keeps what such a wallet has signed, in the place of all before. @throws where one of it doesn't hold: then nothing has changed, and the connection is ended */
  keep(signed: {
    readonly live: LiveConnection
    readonly sessions: readonly SiwxSession[]
    readonly ended: AbortSignal
  }): Promise<void>
  /** Connecting has ended, whichever way. */
  done(): void
  /** The visitor disconnects some families, or all: their sessions are over. */
  leave(left: { readonly families: ReadonlySet<Family>; readonly isAll: boolean }): Promise<void>
  /** Signs visitors in once they connect [S4.9]. @returns stops */
  watch(parameters: { readonly machine: ConnectionMachine; readonly modal: Pick<Foyer, 'close'> }): () => void
}
