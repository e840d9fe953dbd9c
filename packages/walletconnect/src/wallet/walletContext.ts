import type { Clock } from '@foyer/core'
import type { Ciphers, PeerMetadata } from '../protocol/index.js'
import type { Transport } from '../transport/transport.js'
import type { Outbox } from './outbox.js'
import type { WalletEvent } from './walletClient.js'
import type { WalletRecords } from './walletRecords.js'

/** What the parts of a wallet client have in common. */
export interface WalletContext {
  readonly metadata: PeerMetadata
  /** Whether its visitor signs in with a connection. */
  readonly authenticates: boolean
  readonly clock: Clock
  readonly ciphers: Ciphers
  readonly records: WalletRecords
  readonly transport: Transport
  readonly outbox: Outbox
  /** The id of a call of ours. */
  nextId(): string
  tell(event: WalletEvent): void
  report(error: unknown): void
  /** Something has another time at which it is over. */
  timesChanged(): void
}

/** A call of an application, as it came. */
export interface IncomingCall {
  readonly topic: string
  /** In hex: of the topic. */
  readonly symKey: string
  readonly id: string
  readonly method: string
  readonly params: unknown
}
