import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { TransactionDroppedError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import type { Node } from '../chain/node.js'
import { tipQuery, transactionQuery } from '../chain/queries.js'

/** How often the network is asked, in milliseconds: its blocks take about twenty seconds. */
const pollMs = 4000

/** How long a transaction is waited for unless said otherwise, in milliseconds: some blocks come minutes after the last. */
const defaultTimeoutMs = 600_000

interface Waiting extends WaitOptions {
  readonly node: Node
  readonly hash: string
  /** Where it is known: from this slot on none takes it. */
  readonly ends?: bigint | undefined
  readonly clock: Clock
}

/**
 * Asks the network until a block has taken a transaction: what it takes is carried out. A node that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws InvalidHexError · TransactionDroppedError where its slots are over · RequestTimeoutError · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: Waiting): Promise<MinedTransaction> {
  const { node, hash, ends, signal } = wait
  if (!/^[\da-f]{64}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  const look = async (): Promise<MinedTransaction | undefined> => {
    // The tip first: what was taken until then is found.
    const tip = await node.ask(tipQuery, { signal })
    const found = await node.ask(transactionQuery(hash), { signal })
    if (!found && ends !== undefined && tip.slot >= ends) throw new TransactionDroppedError({ hash, why: 'expired' })
    const isDeep = found && (confirmations === 1 || tip.block - found.block + 1n >= BigInt(confirmations))
    return isDeep ? { hash, status: 'success', blockNumber: found.block, fee: found.fee } : undefined
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}
