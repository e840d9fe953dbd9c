import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { shortReason } from '@foyer/core/connector'
import { InvalidResponseError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import { isOperationHash } from '../addresses/keys.js'
import type { Node } from '../chain/node.js'
import { type ChainOperation, hashesQuery, headerQuery, operationQuery } from '../chain/queries.js'

/** How often the network is asked, in milliseconds: its blocks take about six seconds. */
const pollMs = 2000

/** How long an operation is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

/** Where nothing is known of when it was sent, so many blocks are looked through; so many at a time. */
const [lookBack, mostAtOnce] = [60, 20]

/** A block is final once two follow it: until then another may take its place. */
const finalAfter = 2

interface Finding {
  readonly node: Node
  readonly hash: string
  /** The number of a block that it isn't before. */
  readonly since?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Looks for an operation in the blocks that there are: nodes know none by its hash. */
function createSearch({ node, hash, since, signal }: Finding) {
  let next = since
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
  ...place
}: Finding & { readonly level: number; readonly index: number }): Promise<ChainOperation> {
  const found = await node.ask(operationQuery(place), { signal })
  if (found.hash === hash) return found
  throw new InvalidResponseError({ expected: 'the operation', context: { method: 'octez_operation' } })
}

/** @throws InvalidHexError */
function checkHash(hash: string): void {
  if (!isOperationHash(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
}

/**
 * Asks the network until a block has an operation. A node that fails meanwhile is asked again: what was sent is sent.
 *
 * @param wait.found - called with the block's number
 * @throws InvalidHexError · RequestTimeoutError, with the last failure as its cause · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  found,
  ...wait
}: WaitOptions &
  Finding & { readonly clock: Clock; readonly found: (level: number) => void }): Promise<MinedTransaction> {
  const { hash } = wait
  checkHash(hash)
  const search = createSearch(wait)
  const look = async (): Promise<MinedTransaction | undefined> => {
    const place = await search()
    if (!place || place.head - place.level + 1 < confirmations) return undefined
    const { isApplied, fee } = await operationAt({ ...wait, ...place })
    found(place.level)
    return { hash, status: isApplied ? 'success' : 'reverted', blockNumber: BigInt(place.level), fee }
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

/** Why an operation failed, in the protocol's words. @throws InvalidHexError */
export async function failureReason(of: Finding): Promise<string | undefined> {
  checkHash(of.hash)
  const place = await createSearch(of)()
  const operation = place && (await operationAt({ ...of, ...place }))
  return operation && !operation.isApplied ? shortReason(operation.reason ?? '') : undefined
}
