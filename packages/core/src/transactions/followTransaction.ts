import type { FamilyActions, MinedTransaction, NumberedTransaction } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import { latestHash, type TrackedStatus, type TrackedTransaction } from './trackedTransaction.js'

/** How long a page waits for one transaction; the next visit waits anew. */
const waitMs = 3_600_000

/** What a wait has come to. */
export type TrackedEnd = Pick<TrackedTransaction, 'status' | 'minedHash' | 'reason'>

/**
 * Waits for a transaction, or for what was sent in its place.
 *
 * @param parameters.onNumbered - receives the transaction's number once the chain shows it
 * @returns undefined where nobody can say yet what became of it
 * @throws what the chain's nodes throw · AbortedError
 */
export async function followTransaction({
  context: { adapters, adapterHost },
  item,
  network,
  onNumbered,
  signal,
}: {
  readonly context: Pick<FoyerContext, 'adapters' | 'adapterHost'>
  readonly item: TrackedTransaction
  readonly network: Network
  readonly onNumbered: (numbered: NumberedTransaction) => void
  readonly signal: AbortSignal
}): Promise<TrackedEnd | undefined> {
  const actions = await adapters.get(network.chainNamespace)?.actions(adapterHost)
  if (!actions?.waitForTransaction) return undefined
  const { address, nonce } = item
  const numbered = nonce === undefined ? undefined : { address, nonce }
  try {
    const mined = await actions.waitForTransaction({
      hash: latestHash(item),
      network,
      numbered,
      onNumbered,
      timeoutMs: waitMs,
      signal,
    })
    const status = statusOf({ item, mined })
    if (status !== 'reverted') return { status, minedHash: mined.hash }
    return { status, minedHash: mined.hash, reason: await reasonOf({ actions, network, hash: mined.hash, signal }) }
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'transaction_dropped') return { status: 'dropped' }
    if (error instanceof RequestTimeoutError) return undefined
    throw error
  }
}

/** What a receipt says of the transaction that was sent first. */
export function statusOf({
  item: { hash, replacements },
  mined,
}: {
  readonly item: Pick<TrackedTransaction, 'hash' | 'replacements'>
  readonly mined: MinedTransaction
}): TrackedStatus {
  if (mined.status === 'reverted') return 'reverted'
  if (mined.hash === hash) return 'mined'
  const ours = replacements.find((each) => each.hash === mined.hash)
  // What repriced a cancellation cancels too.
  const kind = (ours ?? (mined.replacement === 'repriced' ? replacements.at(-1) : undefined))?.kind
  if (kind) return kind === 'cancel' ? 'cancelled' : 'mined'
  if (mined.replacement === 'repriced') return 'mined'
  return mined.replacement === 'cancelled' ? 'cancelled' : 'replaced'
}

/** That a node can't say why leaves the end as it is. */
async function reasonOf({
  actions,
  ...request
}: {
  readonly actions: FamilyActions
  readonly network: Network
  readonly hash: string
  readonly signal: AbortSignal
}): Promise<string | undefined> {
  try {
    return await actions.failureReason?.(request)
  } catch (error) {
    if (error instanceof FoyerError && error.code !== 'aborted') return undefined
    throw error
  }
}
