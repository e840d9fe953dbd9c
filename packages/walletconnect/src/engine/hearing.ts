import type { Clock } from '@foyer/core'
import type { Ciphers } from '../protocol/index.js'
import type { Transport } from '../transport/transport.js'
import type { DappNews, DappNode, ProposedPairing, ProposeParameters } from './engine.js'
import type { MadeProposal } from './proposals.js'

/** What a node lends to its half that hears wallets. */
export interface Lent {
  /** Its node's, which ends it. */
  readonly transport: Transport
  readonly ciphers: Ciphers
  readonly clock: Clock
  readonly nextId: () => string
  readonly tell: (news: DappNews) => void
  /** Told of what came and can't be used, and of what couldn't be told to a wallet: never with its content. */
  readonly report: (error: unknown) => void
}

/** The larger half of a node: it opens what comes, answers for the application, and has the records. */
export interface Hearing
  extends Pick<DappNode, 'conclude' | 'withdraw' | 'publish' | 'end' | 'sessions' | 'keyOf' | 'stop'> {
  /** What an attempt has proposed; undefined where it hasn't, or what it did is over. */
  offered(attempt: string): ProposedPairing | undefined
  /** Takes what the relay hands over. @returns what the relay is told, as `Transport.onRequest` wants it */
  answer(text: string): Promise<string | undefined>
  /** Takes up what the relay has by now. */
  adopt(proposed: MadeProposal): void
  /** Proposes, and asks for a sign-in beside it. @throws ChunkLoadError, and as `DappNode.propose` */
  proposeSignIn(parameters: ProposeParameters): Promise<MadeProposal>
  /** Lets go of what is over by now: timers sleep with their page. */
  expire(): void
}
