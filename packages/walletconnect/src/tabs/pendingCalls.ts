import type { Clock } from '@foyer/core'
import { ChunkLoadError } from '@foyer/core/errors'
import type { EngineCallParameters, EngineMethod, EngineResults } from './pageMessage.js'

/** Makes a call, or reads its answer. */
type Performer = <Method extends EngineMethod>(
  method: Method,
  parameters: EngineCallParameters[Method],
) => Promise<EngineResults[Method]>

/** A call of this page that isn't settled yet. */
export interface PendingCall {
  readonly call: { readonly method: EngineMethod; readonly parameters: unknown }
  /** Keeps it from being sent to another page again. */
  cancelResend: () => void
  /** Settles it by what the performer resolves with; what that throws is thrown on. */
  answer(by: Performer): Promise<void>
  fail(error: unknown): void
}

export interface PendingCalls {
  /** The oldest first. */
  readonly all: ReadonlySet<PendingCall>
  /** @throws what `fail` is given; after two minutes ChunkLoadError */
  begin: Performer
}

/** An engine takes half of it at most: all that it waits for expires, but for a chunk that is being loaded. */
const longestMs = 120_000

/**
 * Keeps the calls of a page until the engine has answered them, or they expire.
 *
 * @param input.begun - is to send it
 */
export function createPendingCalls({
  clock,
  begun,
}: {
  readonly clock: Clock
  readonly begun: (call: PendingCall) => void
}): PendingCalls {
  const all = new Set<PendingCall>()
  return {
    all,
    begin: (method, parameters) =>
      new Promise((resolve, reject) => {
        const end = () => {
          pending.cancelResend()
          cancelEnd()
          all.delete(pending)
        }
        const pending: PendingCall = {
          call: { method, parameters },
          cancelResend() {},
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
        const expire = () => pending.fail(new ChunkLoadError({ chunk: 'walletconnect' }))
        const cancelEnd = clock.setTimeout(expire, longestMs)
        all.add(pending)
        begun(pending)
      }),
  }
}
