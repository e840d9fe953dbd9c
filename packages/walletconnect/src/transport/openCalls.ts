import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import * as v from 'valibot'
import { type ClientMethod, formatPayload, type RelayParams, type RelayResults } from '../protocol/index.js'
import { clientResults } from '../protocol/relayCalls.js'
import { RelayAnswerError, RelayUnreachableError } from './errors.js'

/** What a relay says: it answers a call, or has a method of its own. */
export interface Frame {
  readonly id: string
  readonly method?: string | undefined
  readonly result?: unknown
  readonly error?: unknown
}

/** Letters. The largest message has a tenth of it. */
const longest = 1_048_576

const Frame: v.GenericSchema<unknown, Frame> = v.object({
  // The ids of calls are numbers that hold; some relays write them as texts with an n behind.
  id: v.pipe(
    v.union([v.number(), v.string()]),
    v.transform((id) => `${id}`.replace('n', '')),
  ),
  jsonrpc: v.literal('2.0'),
  method: v.optional(v.string()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** Undefined for what is no message: the call that it should have answered is sent again when it expires. */
export function readFrame(text: string): Frame | undefined {
  if (text.length > longest) return undefined
  try {
    return v.parse(Frame, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** A call that waits for its answer. */
export interface OpenCall {
  /** What is sent, over each connection the same. */
  readonly text: string
  /** What it subscribes to. */
  readonly topics: readonly string[]
  /** It is only said to find out whether the connection is alive; once that is known it is a call as any other. */
  isProbe: boolean
  /** When it was begun, or last sent. */
  askedAt: number
  /** Calls off the wait for an answer over this connection. */
  cancelAnswer: () => void
  answered(frame: Frame): void
  failed(error: unknown): void
}

export interface CallParameters<Method extends ClientMethod> {
  readonly method: Method
  readonly params: RelayParams[Method]
  readonly signal?: AbortSignal | undefined
  readonly topics?: readonly string[] | undefined
  readonly isProbe?: boolean | undefined
}

export interface OpenCalls {
  readonly byId: ReadonlyMap<string, OpenCall>
  /** @throws RelayUnreachableError · RelayAnswerError · AbortedError, and what `failed` is given */
  begin<Method extends ClientMethod>(call: CallParameters<Method>): Promise<RelayResults[Method]>
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
    begin: ({ method, params, signal, topics = [], isProbe = false }) =>
      new Promise((resolve, reject) => {
        const id = nextId()
        const end = () => {
          byId.delete(id)
          cancelEnd()
          call.cancelAnswer()
          signal?.removeEventListener('abort', abort)
          ended()
        }
        const call: OpenCall = {
          text: formatPayload({ type: 'request', id, method, params }),
          topics,
          isProbe,
          askedAt: clock.now(),
          cancelAnswer() {},
          answered({ result, error }) {
            const { success, output } = v.safeParse(clientResults[method], result)
            if (!success) return call.failed(new RelayAnswerError({ method, rpcCode: codeOf(error) }))
            resolve(output)
            end()
          },
          failed(error) {
            reject(error)
            end()
          },
        }
        const abort = () => call.failed(new AbortedError({ cause: signal?.reason }))
        const unreachable = () => call.failed(new RelayUnreachableError({ relay }))
        let cancelEnd = clock.setTimeout(() => {
          if (!wasReached()) return unreachable()
          cancelEnd = clock.setTimeout(unreachable, longestMs - unreachedMs)
        }, unreachedMs)
        byId.set(id, call)
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        begun(call)
      }),
    failAll(error) {
      for (const call of [...byId.values()]) call.failed(error)
    },
  }
}

const Failure = v.object({ code: v.pipe(v.number(), v.safeInteger()) })

const codeOf = (error: unknown): number => (v.is(Failure, error) ? error.code : 0)
