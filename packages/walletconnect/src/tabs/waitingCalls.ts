import type { Clock } from '@foyer/core'
import { ChunkLoadError } from '@foyer/core/errors'
import type { NodeMethod, NodeParameters, NodeResults } from './pageMessage.js'

/** Does a call, or reads its answer. */
type Performer = <Method extends NodeMethod>(
  method: Method,
  parameters: NodeParameters[Method],
) => Promise<NodeResults[Method]>

/** A call that a page waits for. */
export interface WaitingCall {
  readonly call: { readonly method: NodeMethod; readonly parameters: unknown }
  /** Calls off that it is said to another page again. */
  cancelAgain: () => void
  /** Has it answered; whatever that throws is the caller's to tell. */
  answer(by: Performer): Promise<void>
  fail(error: unknown): void
}

export interface WaitingCalls {
  /** The oldest first. */
  readonly all: ReadonlySet<WaitingCall>
  /** @throws what `fail` is told; after two minutes ChunkLoadError */
  begin: Performer
}

/** A node takes half of it at most: all that it waits for has an end, but for code that is on its way. */
const longestMs = 120_000

/**
 * Keeps the calls of a page until the node has answered them, or it is too late.
 *
 * @param input.begun - is to say it
 */
export function createWaitingCalls({
  clock,
  begun,
}: {
  readonly clock: Clock
  readonly begun: (waiting: WaitingCall) => void
}): WaitingCalls {
  const all = new Set<WaitingCall>()
  return {
    all,
    begin: (method, parameters) =>
      new Promise((resolve, reject) => {
        const end = () => {
          waiting.cancelAgain()
          cancelEnd()
          all.delete(waiting)
        }
        const waiting: WaitingCall = {
          call: { method, parameters },
          cancelAgain() {},
          async answer(by) {
            const result = await by(method, parameters)
            end()
            resolve(result)
          },
          fail(error) {
            end()
            reject(error)
          },
        }
        const cancelEnd = clock.setTimeout(
          () => waiting.fail(new ChunkLoadError({ chunk: 'walletconnect' })),
          longestMs,
        )
        all.add(waiting)
        begun(waiting)
      }),
  }
}
