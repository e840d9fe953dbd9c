import * as v from 'valibot'
import type { DappNode } from '../dapp/dappNode.js'
import { type NodeCall, PageMessage } from './pageMessage.js'

export { errorOf, failureOf } from './nodeFailure.js'
export { nodeReads } from './pageMessage.js'

/** What another page has said; undefined for anything else. */
export function readMessage(data: unknown): PageMessage | undefined {
  const { success, output } = v.safeParse(PageMessage, data)
  return success ? output : undefined
}

/** Does what another page asks of this page's node. */
export function perform(node: DappNode, { method, parameters }: NodeCall): Promise<unknown> {
  switch (method) {
    case 'propose':
      return node.propose(parameters)
    case 'conclude':
      return node.conclude(parameters)
    case 'withdraw':
      return node.withdraw(parameters)
    case 'publish':
      return node.publish(parameters)
    case 'end':
      return node.end(parameters)
    case 'sessions':
      return node.sessions()
    case 'keyOf':
      return node.keyOf(parameters)
  }
}
