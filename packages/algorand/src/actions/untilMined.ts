import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { TransactionDroppedError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import type { Node } from '../chain/node.js'
import { pendingQuery, roundQuery } from '../chain/queries.js'

/** How often the network is asked, in milliseconds: its rounds take about three seconds. */
const pollMs = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

interface Waiting extends WaitOptions {
  readonly node: Node
  readonly hash: string
  /** Where it is known: after this round none may take it. */
  readonly lastRound?: bigint | undefined
  readonly clock: Clock
}

/**
 * Asks the network until a round has taken a transaction: what it takes is carried out. A node that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws InvalidHexError · TransactionDroppedError where it was thrown out, or its rounds are over · RequestTimeoutError · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: Waiting): Promise<MinedTransaction> {
  const { node, hash, signal } = wait
  if (!/^[A-Z2-7]{52}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  const look = async (): Promise<MinedTransaction | undefined> => {
    const found = await node.find(pendingQuery(hash), { signal })
    if (found?.error) throw new TransactionDroppedError({ hash, why: 'expired' })
    if (found && found.round > 0n && confirmations === 1) return minedIn(hash, found)
    const round = await node.ask(roundQuery, { signal })
    if (found && found.round > 0n)
      return round - found.round + 1n < BigInt(confirmations) ? undefined : minedIn(hash, found)
    if (wait.lastRound !== undefined && round > wait.lastRound)
      throw new TransactionDroppedError({ hash, why: 'expired' })
    return undefined
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

const minedIn = (hash: string, { round, fee }: { readonly round: bigint; readonly fee: bigint }): MinedTransaction => ({
  ...{ hash, status: 'success', blockNumber: round, fee },
})
