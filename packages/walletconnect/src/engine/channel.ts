import type { Answer } from '../exchange/inbox.js'
import type { PayloadFailure } from '../protocol/index.js'

/** A request of a wallet, as it came. */
export interface PeerRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
}

/** Answers a request: that it is done, or why it isn't. */
export type Reply = (failure?: PayloadFailure) => void

/** How the messages of a topic are opened and taken. */
export interface Channel {
  /** In hex. */
  readonly symKey: string
  requested(request: PeerRequest, reply: Reply): void
  answered(answer: Answer): Promise<void> | void
}
