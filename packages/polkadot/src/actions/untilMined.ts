import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { TransactionDroppedError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import type { Node } from '../chain/node.js'
import { blockQuery, bytesOf, eventsQuery, finalQuery, headerQuery } from '../chain/queries.js'
import { feePaid, hashOf, hasMoved, period, transferIn } from '../transaction/transfer.js'

/** How often the chain is asked, in milliseconds: its blocks take some seconds. */
const pollMs = 2000

/** How long a transaction is waited for unless said otherwise, in milliseconds: as many blocks as it may be taken into take no longer. */
const defaultTimeoutMs = 600_000

interface Waiting extends WaitOptions {
  readonly node: Node
  readonly hash: string
  /** The block from which on it may be taken; that many back as it may be taken for, where it isn't known. */
  readonly since?: number | undefined
  readonly clock: Clock
}

/**
 * Looks through the chain's final blocks until one holds a transaction: nodes find none by its hash. It is carried out where the block's events say that exactly
 * its coins were moved.
 *
 * @throws InvalidHexError · TransactionDroppedError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: Waiting): Promise<MinedTransaction> {
  const { node, hash, signal } = wait
  if (!/^0x[\da-f]{64}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  let from = wait.since
  let found: (MinedTransaction & { readonly blockNumber: bigint }) | undefined
  const look = async (): Promise<MinedTransaction | undefined> => {
    const head = await node.ask(finalQuery, { signal })
    const { number } = await node.ask(headerQuery(head), { signal })
    const first = from ?? Math.max(0, number - period)
    for (let [block, at] = [head, number]; !found && at >= first; at--) {
      const next = await lookInto({ node, hash, block, signal })
      found = next.found
      block = next.parent
    }
    if (found) return number - Number(found.blockNumber) + 1 < confirmations ? undefined : found
    from = number + 1
    // Its era is over: no block may hold it any more.
    if (wait.since !== undefined && number > wait.since + period)
      throw new TransactionDroppedError({ hash, why: 'expired' })
    return undefined
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

async function lookInto({
  node,
  hash,
  block,
  signal,
}: Pick<Waiting, 'node' | 'hash' | 'signal'> & { readonly block: string }) {
  const { header, extrinsics } = await node.ask(blockQuery(block), { signal })
  const all = extrinsics.map(bytesOf)
  const place = all.findIndex((each) => hashOf(each) === hash)
  const parent = header.parentHash
  const extrinsic = all[place]
  if (!extrinsic) return { parent, found: undefined }
  const { transfers } = node.facts
  const found = transfers && transferIn(extrinsic, transfers)
  const events = await node.ask(eventsQuery(block), { signal })
  const carried = transfers && found && { events, place, transfers, found }
  const status = carried && hasMoved(carried) ? ('success' as const) : ('reverted' as const)
  const fee = carried && feePaid(carried)
  return { parent, found: { hash, status, blockNumber: BigInt(header.number), ...(fee !== undefined && { fee }) } }
}
