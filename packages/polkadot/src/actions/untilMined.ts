import { TransactionDroppedError } from '@foyer/core/errors'
import type { FoundTransaction, OnNode } from '@foyer/core/family'
import type { Node } from '../chain/node.js'
import { blockQuery, bytesOf, eventsQuery, finalQuery, headerQuery } from '../chain/queries.js'
import { feePaid, hashOf, hasMoved, period, transferIn } from '../transaction/transfer.js'

interface Finding extends OnNode<Node> {
  readonly hash: string
  /** The block from which on it may be taken; that many back as it may be taken for, where it isn't known. */
  readonly mark: number | undefined
}

/**
 * How a transaction is waited for: until a final block holds it, as nodes find none by its hash. It is carried out where the block's events say that exactly its
 * coins were moved.
 */
export const waiting = {
  isHash: (text: string): boolean => /^0x[\da-f]{64}$/.test(text),
  /** Its blocks take some seconds. */
  everyMs: 2000,
  /** As many blocks as it may be taken into take no longer. */
  timeoutMs: 600_000,
  look({ mark: since, ...of }: Finding) {
    const { node, hash, signal } = of
    let from = since
    let found: FoundTransaction | undefined
    return async (): Promise<FoundTransaction | undefined> => {
      const last = await node.ask(finalQuery, { signal })
      const { number } = await node.ask(headerQuery(last), { signal })
      const first = from ?? Math.max(0, number - period)
      for (let [block, at] = [last, number]; !found && at >= first; at--) {
        const next = await lookInto({ ...of, block })
        found = next.found
        block = next.parent
      }
      if (found) return { ...found, head: BigInt(number) }
      from = number + 1
      // Its era is over: no block may hold it any more.
      if (since !== undefined && number > since + period) throw new TransactionDroppedError({ hash, why: 'expired' })
      return undefined
    }
  },
}

async function lookInto({ node, hash, block, signal }: Omit<Finding, 'mark'> & { readonly block: string }) {
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
  return { parent, found: { status, blockNumber: BigInt(header.number), ...(fee !== undefined && { fee }) } }
}
