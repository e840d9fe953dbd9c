import type { Payload } from '../protocol/payload.js'
import type { RelayMethod, RelayParams, RelayResults } from '../protocol/relayCalls.js'

/** A relay's request to a client. */
export type RelayRequest = Extract<Payload, { readonly type: 'request' }>

/**
 * How a client stands with its relay.
 *
 * - `idle`: nothing to watch or to say, and so no socket;
 * - `connecting`, `open`;
 * - `waiting`: the connection was lost, the next try comes by itself;
 * - `refused`: the relay won't have this client (its origin, project or clock); the next call tries again;
 * - `stopped`: for good.
 */
export type TransportStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'refused' | 'stopped'

/** The one socket of a client: opened when there is something to say or to watch, kept up, and taken up again wherever it breaks. */
export interface Transport {
  readonly status: TransportStatus
  /**
   * Calls the relay. After a break of the connection the very same text is sent again, which the relay takes once.
   *
   * @throws RelayUnreachableError after 60 s, after 20 s where the relay was never reached, or at once where the browser is offline or forbids the
   * connection · RelayRefusedError · RelayAnswerError (the relay's own no, with its `rpcCode`) · AbortedError
   */
  call<Method extends RelayMethod>(call: {
    readonly method: Method
    readonly params: RelayParams[Method]
    readonly signal?: AbortSignal | undefined
  }): Promise<RelayResults[Method]>
  /**
   * Subscribes to topics, now and after every reconnection, also where this call of it fails. @returns once the relay has them @throws as `call`
   */
  watch(topics: readonly string[]): Promise<void>
  /** Unsubscribes from topics; the relay gets that where there is a connection. */
  unwatch(topics: readonly string[]): void
  /**
   * Counts topics as watched that a call has subscribed to by itself (`wc_proposeSession`, `wc_approveSession`). Said as soon as that call is answered,
   * and not before: some relays refuse a proposal on a topic that is subscribed to already.
   */
  adopt(topics: readonly string[]): void
  /**
   * Has what the relay asks answered by a listener, the only one: it gets each request, and what its promise gives is said over the same connection. A relay hands over again what wasn't answered: over its next connection, which comes soon where the promise is rejected, or to the
   * page that takes over from one that has died.
   *
   * @see takeDeliveries
   */
  onRequest(listener: (request: RelayRequest) => Promise<string | undefined>): void
  /** @returns stops */
  onStatus(listener: (status: TransportStatus) => void): () => void
  /** The page is in front again, or its visitor tries again: an open socket is asked for a sign of life; a lost one, or one that doesn't open, is opened anew. */
  wake(): void
  /** Closes for good: no socket, timer or listener is left, and what waits is rejected with an AbortedError. */
  stop(): void
}
