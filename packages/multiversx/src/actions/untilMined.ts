import { shortReason } from '@foyer/core/connector'
import type { ChainNode, FoundTransaction, OnNode } from '@foyer/core/family'
import { headQuery, statusQuery, transactionQuery } from '../chain/queries.js'

interface Finding extends OnNode<ChainNode> {
  readonly hash: string
}

/** Reads the outcome of a transaction once it has one. @returns undefined while it is pending, or unknown */
async function endOf({ node, hash, signal }: Finding) {
  const found = await node.find(statusQuery(hash), { signal })
  return found && ['success', 'fail', 'invalid'].includes(found.status) ? found : undefined
}

/** How a transaction is waited for: until it is carried out in all shards that it concerns, and notarized. */
export const waiting = {
  isHash: (text: string): boolean => /^[\da-f]{64}$/.test(text),
  /** Its rounds take six seconds at most. */
  everyMs: 2000,
  look: (of: Finding) => async (): Promise<FoundTransaction | undefined> => {
    const { node, hash, signal } = of
    const end = await endOf(of)
    const found = end && (await node.find(transactionQuery(hash), { signal }))
    if (!end || found?.block === undefined) return undefined
    const { fee, block } = found
    const status = end.status === 'success' ? 'success' : 'reverted'
    return { status, blockNumber: BigInt(block), ...(fee !== undefined && { fee }) }
  },
  headOf: async ({ node, signal }: OnNode<ChainNode>) => BigInt(await node.ask(headQuery, { signal })),
  /** In the network's words. */
  async reason(of: Finding) {
    const end = await endOf(of)
    return end && end.status !== 'success' ? shortReason(end.reason) : undefined
  },
}
