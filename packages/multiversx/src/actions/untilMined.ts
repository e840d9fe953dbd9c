import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { shortReason } from '@foyer/core/connector'
import { untilFound } from '@foyer/core/rpc'
import type { Node } from '../chain/node.js'
import { headQuery, statusQuery, transactionQuery } from '../chain/queries.js'

/** How often the network is asked, in milliseconds: its rounds take six seconds at most. */
const pollMs = 2000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

interface Finding {
  readonly node: Node
  readonly hash: string
  readonly signal?: AbortSignal | undefined
}

/** @throws InvalidHexError */
function checkHash(hash: string): void {
  if (!/^[\da-f]{64}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
}

/** What became of a transaction in the end. @returns undefined while it is pending, or unknown */
async function endOf({ node, hash, signal }: Finding) {
  const found = await node.find(statusQuery(hash), { signal })
  return found && ['success', 'fail', 'invalid'].includes(found.status) ? found : undefined
}

/**
 * Asks the network until a transaction is carried out in all shards that it concerns, and notarized. A gateway that fails meanwhile is asked again: what was sent
 * is sent.
 *
 * @throws InvalidHexError · RequestTimeoutError, with the last failure as its cause · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: WaitOptions & Finding & { readonly clock: Clock }): Promise<MinedTransaction> {
  const { node, hash, signal } = wait
  checkHash(hash)
  const look = async (): Promise<MinedTransaction | undefined> => {
    const end = await endOf(wait)
    const found = end && (await node.find(transactionQuery(hash), { signal }))
    if (!end || found?.block === undefined) return undefined
    if (confirmations > 1 && (await node.ask(headQuery, { signal })) - found.block + 1 < confirmations) return undefined
    const { fee, block } = found
    const status = end.status === 'success' ? 'success' : 'reverted'
    return { hash, status, blockNumber: BigInt(block), ...(fee !== undefined && { fee }) }
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

/** Why a transaction failed, in the network's words. @throws InvalidHexError */
export async function failureReason(of: Finding): Promise<string | undefined> {
  checkHash(of.hash)
  const end = await endOf(of)
  return end && end.status !== 'success' ? shortReason(end.reason) : undefined
}
