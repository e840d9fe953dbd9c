import { type Clock, systemClock } from '../clock/clock.js'
import type { NonEmpty } from '../connector/connector.js'
import { CircuitOpenError, HttpError, JsonRpcError } from '../errors/http.js'
import { createRanking, type RankOptions } from './ranking.js'
import { isFinal, isRepeatable, type RpcTransport } from './transport.js'

export interface FallbackTransportOptions {
  /** In order of preference. */
  readonly transports: NonEmpty<RpcTransport>
  /** Orders them by how they do, while they are used; `{}` takes the defaults [S9.38]. They keep their order unless given. */
  readonly rank?: RankOptions | undefined
  /** Ends the ranking for good. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/** Answers by which a node refused before it did anything: no rights, no such method, too many requests. */
const refusedStatuses: readonly number[] = [401, 403, 404, 405, 413, 429]
const refusedCodes: readonly number[] = [-32601, -32004, -32005]

/** Whether a request surely had no effect, so that another node may have it even if it is a send [F22]. */
function hadNoEffect(error: unknown): boolean {
  if (error instanceof HttpError) return refusedStatuses.includes(error.status)
  if (error instanceof JsonRpcError) return refusedCodes.includes(error.rpcCode)
  return error instanceof CircuitOpenError
}

/**
 * Asks the next transport when one fails; not when the answer would be the same everywhere: refused by the visitor, rejected,
 * reverted, aborted [S8.42]. A send goes on only if it surely had no effect [F22].
 *
 * `request` throws what the last transport asked threw.
 * @example
 * const transport = fallbackTransport({ transports: [httpTransport({ url: own }), httpTransport({ url: open })], rank: {} })
 */
export function fallbackTransport({
  transports,
  rank,
  signal: stop,
  clock = systemClock,
}: FallbackTransportOptions): RpcTransport {
  const ranking = rank && transports.length > 1 ? createRanking({ transports, clock, stop, ...rank }) : undefined

  return {
    async request(request, options) {
      ranking?.use()
      const mayGoOn = isRepeatable(request.method) ? (error: unknown) => !isFinal(error) : hadNoEffect
      let failure: unknown
      for (const transport of ranking?.order() ?? transports) {
        try {
          return await transport.request(request, options)
        } catch (error) {
          if (!mayGoOn(error)) throw error
          failure = error
        }
      }
      throw failure
    },
  }
}
