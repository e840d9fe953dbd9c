import type { Clock } from '@foyer/core'
import * as v from 'valibot'
import type { Answer } from '../protocol/payload.js'
import { formatPayload } from '../protocol/payload.js'
import { type RelayMethod, type RelayParams, type RelayResults, relayResults } from '../protocol/relayCalls.js'
import { awaited } from '../waiting/awaited.js'
import { RelayAnswerError, RelayUnreachableError } from './errors.js'

/** A call that waits for its answer. */
export interface OpenCall {
  /** The message, over each connection the same. */
  readonly text: string
  /** The topics that it subscribes to. */
  readonly topics: readonly string[]
  /** It is only said to find out whether the connection is alive; once that is known it is a call as any other. */
  isProbe: boolean
  /** The time at which it was begun, or last sent. */
  askedAt: number
  /** Calls off the wait for an answer over this connection. */
  cancelAnswer: () => void
  answered(answer: Answer): void
  failed(error: unknown): void
}

export interface CallParameters<Method extends RelayMethod> {
  readonly method: Method
  readonly params: RelayParams[Method]
  readonly signal?: AbortSignal | undefined
  readonly topics?: readonly string[] | undefined
  readonly isProbe?: boolean | undefined
}

export interface OpenCalls {
  readonly byId: ReadonlyMap<string, OpenCall>
  /** @throws RelayUnreachableError · RelayAnswerError · AbortedError, and what `failed` is given */
  begin<Method extends RelayMethod>(call: CallParameters<Method>): Promise<RelayResults[Method]>
  failAll(error: unknown): void
}

/** Where the relay was never reached, it is most likely blocked, and the call rejects soon [F30]. */
const unreachedMs = 20_000
/** A call takes as long at most, over all connections. */
const longestMs = 60_000

/**
 * Keeps the calls of a transport until they are answered, called off or too late.
 *
 * @param input.nextId - ids below 2⁵³: a relay's answer has them as numbers
 * @param input.begun - is to send it
 * @param input.ended - one was settled
 */
export function createOpenCalls({
  clock,
  relay,
  nextId,
  wasReached,
  begun,
  ended,
}: {
  readonly clock: Clock
  readonly relay: string
  readonly nextId: () => string
  readonly wasReached: () => boolean
  readonly begun: (call: OpenCall) => void
  readonly ended: () => void
}): OpenCalls {
  const byId = new Map<string, OpenCall>()
  return {
    byId,
    begin({ method, params, signal, topics = [], isProbe = false }) {
      const id = nextId()
      const unreachable = () => new RelayUnreachableError({ relay })
      const cancelUnreached = clock.setTimeout(() => {
        if (!wasReached()) byId.get(id)?.failed(unreachable())
      }, unreachedMs)
      const over = () => {
        cancelUnreached()
        byId.get(id)?.cancelAnswer()
        byId.delete(id)
        ended()
      }
      return awaited({ clock, limit: { ms: longestMs, error: unreachable }, signal, ended: over }, (settling) => {
        const failed = settling.reject
        const call: OpenCall = {
          text: formatPayload({ type: 'request', id, method, params }),
          topics,
          isProbe,
          askedAt: clock.now(),
          cancelAnswer() {},
          answered(answer) {
            if (answer.type === 'failure') return failed(new RelayAnswerError({ method, rpcCode: answer.error.code }))
            const { success, output } = v.safeParse(relayResults[method], answer.result)
            if (success) settling.resolve(output)
            else failed(new RelayAnswerError({ method, rpcCode: 0 }))
          },
          failed,
        }
        byId.set(id, call)
        begun(call)
      })
    },
    failAll(error) {
      for (const call of [...byId.values()]) call.failed(error)
    },
  }
}
