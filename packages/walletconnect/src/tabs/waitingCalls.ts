import type { Clock } from '@foyer/core'
import * as v from 'valibot'
import type { DappNode } from '../dapp/dappNode.js'
import type { NodeCall, NodeReads } from './pageMessage.js'
import { SharedNodeError } from './SharedNodeError.js'

/** A call that a page waits for. */
export interface WaitingCall {
  readonly id: number
  readonly call: NodeCall
  /** How often it was said on end without having been heard. */
  unheard: number
  /** Calls off that it is said again. */
  cancelAgain: () => void
  /** Has it done by a node of this page. */
  perform(node: DappNode): Promise<void>
  /** Another page's node has. */
  answered(result: unknown, reads: NodeReads): void
  failed(error: unknown): void
}

export interface WaitingCalls {
  readonly byId: ReadonlyMap<number, WaitingCall>
  /** @throws SharedNodeError after two minutes, or for an answer that isn't one; and what `failed` is told */
  begin<Result>(call: BegunCall<Result>): Promise<Result>
  failAll(error: unknown): void
}

export interface BegunCall<Result> {
  readonly call: NodeCall
  /** Does it by a node of this page. */
  readonly own: (node: DappNode) => Promise<Result>
  /** How another page's answer is read. */
  readonly schema: (reads: NodeReads) => v.GenericSchema<unknown, Result>
}

/** A node takes half of it at most. */
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
  const byId = new Map<number, WaitingCall>()
  let lastId = 0
  return {
    byId,
    begin: ({ call, own, schema }) =>
      new Promise((resolve, reject) => {
        lastId += 1
        const id = lastId
        const end = () => {
          waiting.cancelAgain()
          cancelEnd()
          byId.delete(id)
        }
        const waiting: WaitingCall = {
          id,
          call,
          unheard: 0,
          cancelAgain() {},
          async perform(node) {
            const result = await own(node)
            end()
            resolve(result)
          },
          answered(value, reads) {
            end()
            const read = v.safeParse(schema(reads), value)
            if (read.success) resolve(read.output)
            else reject(new SharedNodeError({ failure: 'malformed' }))
          },
          failed(error) {
            end()
            reject(error)
          },
        }
        const late = () => waiting.failed(new SharedNodeError({ failure: 'unanswered' }))
        const cancelEnd = clock.setTimeout(late, longestMs)
        byId.set(id, waiting)
        begun(waiting)
      }),
    failAll(error) {
      for (const waiting of [...byId.values()]) waiting.failed(error)
    },
  }
}
