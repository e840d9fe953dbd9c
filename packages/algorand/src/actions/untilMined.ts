import { TransactionDroppedError } from '@foyer/core/errors'
import type { ChainNode, FoundTransaction, OnNode } from '@foyer/core/family'
import { pendingQuery, roundQuery } from '../chain/queries.js'

interface Finding extends OnNode<ChainNode> {
  readonly hash: string
  /** Where it is known: after this round none may take it. */
  readonly mark: bigint | undefined
}

const headOf = ({ node, signal }: OnNode<ChainNode>) => node.ask(roundQuery, { signal })

/** How a transaction is waited for, until a round has taken it: what it takes is carried out. */
export const waiting = {
  isHash: (text: string): boolean => /^[A-Z2-7]{52}$/.test(text),
  /** Its rounds take about three seconds. */
  everyMs: 1000,
  look: (of: Finding) => async (): Promise<FoundTransaction | undefined> => {
    const { node, hash, mark: lastRound, signal } = of
    const found = await node.find(pendingQuery(hash), { signal })
    const isThrownOut = found !== undefined && found.error !== ''
    if (found && found.round > 0n && !isThrownOut) {
      return { status: 'success', blockNumber: found.round, fee: found.fee }
    }
    if (isThrownOut || (lastRound !== undefined && (await headOf(of)) > lastRound))
      throw new TransactionDroppedError({ hash, why: 'expired' })
    return undefined
  },
  headOf,
}
