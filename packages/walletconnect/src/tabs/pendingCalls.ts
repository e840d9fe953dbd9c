import type { Clock } from '@foyer/core'
import { ChunkLoadError } from '@foyer/core/errors'
import { awaited } from '../waiting/awaited.js'
import type { EngineCallParameters, EngineMethod, EngineResults } from './pageMessage.js'

/** Makes a call, or reads its answer. */
type Performer = <Method extends EngineMethod>(
  method: Method,
  parameters: EngineCallParameters[Method],
) => Promise<EngineResults[Method]>

/** A call of this page that isn't settled yet. */
export interface PendingCall {
  /** By which the page knows it. */
  readonly id: number
  /** How often in a row it was sent to another page without an acknowledgement. */
  unacknowledged: number
  readonly call: { readonly method: EngineMethod; readonly parameters: unknown }
  /** Keeps it from being sent to another page again. */
  cancelResend: () => void
  /** Settles it by what the performer resolves with; what that throws is thrown on. */
  answer(by: Performer): Promise<void>
  fail(error: unknown): void
}

export interface PendingCalls {
  /** By their ids, the oldest first. */
  readonly all: ReadonlyMap<number, PendingCall>
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
  const all = new Map<number, PendingCall>()
  let lastId = 0
  return {
    all,
    begin(method, parameters) {
      lastId += 1
      const id = lastId
      const limit = { ms: longestMs, error: () => new ChunkLoadError({ chunk: 'walletconnect' }) }
      const ended = () => {
        all.get(id)?.cancelResend()
        all.delete(id)
      }
      return awaited({ clock, limit, ended }, ({ resolve, reject }) => {
        const pending: PendingCall = {
          id,
          unacknowledged: 0,
          call: { method, parameters },
          cancelResend() {},
          answer: async (by) => resolve(await by(method, parameters)),
          fail: reject,
        }
        all.set(id, pending)
        begun(pending)
      })
    },
  }
}
