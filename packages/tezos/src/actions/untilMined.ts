import { shortReason } from '@foyer/core/connector'
import { InvalidResponseError } from '@foyer/core/errors'
import type { ChainNode, FoundTransaction, OnNode } from '@foyer/core/family'
import { isOperationHash } from '../addresses/keys.js'
import { type ChainOperation, hashesQuery, headerQuery, operationQuery } from '../chain/queries.js'

/** Where nothing is known of when it was sent, so many blocks are looked through; so many at a time. */
const [lookBack, mostAtOnce] = [60, 20]

/** A block is final once two follow it: until then another may take its place. */
const finalAfter = 2

interface Finding extends OnNode<ChainNode> {
  readonly hash: string
  /** The number of a block that it isn't before. */
  readonly mark: number | undefined
}

/** Looks for an operation in the blocks that there are: nodes know none by its hash. */
function createSearch({ node, hash, mark, signal }: Finding) {
  let next = mark
  return async (): Promise<{ readonly level: number; readonly index: number; readonly head: number } | undefined> => {
    const { level: head } = await node.ask(headerQuery, { signal })
    next ??= Math.max(head - lookBack, 1)
    const last = Math.min(head, next + mostAtOnce)
    for (let level = next; level <= last; level += 1) {
      const index = (await node.ask(hashesQuery(level), { signal })).indexOf(hash)
      if (index >= 0) return { level, index, head }
      next = Math.max(next, Math.min(level + 1, head - finalAfter + 1))
    }
    return undefined
  }
}

/** @throws InvalidResponseError where another operation stands there */
async function operationAt({
  node,
  hash,
  signal,
  level,
  index,
}: Finding & { readonly level: number; readonly index: number }): Promise<ChainOperation> {
  const found = await node.ask(operationQuery({ level, index }), { signal })
  if (found.hash === hash) return found
  throw new InvalidResponseError({ expected: 'the operation', context: { method: 'octez_operation' } })
}

/** How an operation is waited for, until a block has it. */
export const waiting = {
  isHash: isOperationHash,
  /** Its blocks take about six seconds. */
  everyMs: 2000,
  look(of: Finding & { readonly remember: (level: number) => void }) {
    const search = createSearch(of)
    return async (): Promise<FoundTransaction | undefined> => {
      const place = await search()
      if (!place) return undefined
      const { isApplied, fee } = await operationAt({ ...of, ...place })
      of.remember(place.level)
      const [blockNumber, head] = [BigInt(place.level), BigInt(place.head)]
      return { status: isApplied ? 'success' : 'reverted', blockNumber, head, fee }
    }
  },
  /** In the protocol's words. */
  async reason(of: Finding) {
    const place = await createSearch(of)()
    const operation = place && (await operationAt({ ...of, ...place }))
    return operation && !operation.isApplied ? shortReason(operation.reason ?? '') : undefined
  },
}
