import { TransactionDroppedError } from '@foyer/core/errors'
import type { ChainNode, FoundTransaction, OnNode } from '@foyer/core/family'
import { tipQuery, transactionQuery } from '../chain/queries.js'

interface Finding extends OnNode<ChainNode> {
  readonly hash: string
  /** Where it is known: from this slot on none takes it. */
  readonly mark: bigint | undefined
}

/** How a transaction is waited for, until a block has taken it: what it takes is carried out. */
export const waiting = {
  isHash: (text: string): boolean => /^[\da-f]{64}$/.test(text),
  /** Its blocks take about twenty seconds. */
  everyMs: 4000,
  /** Some blocks come minutes after the last. */
  timeoutMs: 600_000,
  look: (of: Finding) => async (): Promise<FoundTransaction | undefined> => {
    const { node, hash, mark: ends, signal } = of
    // The tip first: what was taken until then is found.
    const tip = await node.ask(tipQuery, { signal })
    const found = await node.ask(transactionQuery(hash), { signal })
    if (found) return { status: 'success', blockNumber: found.block, head: tip.block, fee: found.fee }
    if (ends !== undefined && tip.slot >= ends) throw new TransactionDroppedError({ hash, why: 'expired' })
    return undefined
  },
}
