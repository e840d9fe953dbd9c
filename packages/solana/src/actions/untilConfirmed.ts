import type { Clock, WaitOptions } from '@foyer/core'
import { FoyerError, TransactionDroppedError } from '@foyer/core/errors'
import { untilFound } from '@foyer/core/rpc'
import type { SolanaReceipt } from '../family.js'
import { type Chain, readTransaction } from './chain.js'
import { Count, PaidTransaction, type SignatureStatus, Statuses } from './chainAnswers.js'

/** How often the chain is asked, in milliseconds. */
const pollMs = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds: longer than one can still be mined. */
const defaultTimeoutMs = 180_000

/** For how many blocks after the one that it names a transaction can be mined. */
const mostBlocks = 150n

const levels = ['processed', 'confirmed', 'finalized'] as const

interface Wait extends WaitOptions {
  readonly hash: string
  readonly chain: Chain
  readonly clock: Clock
}

/**
 * Asks the chain until a transaction is in a block, as surely as the adapter's commitment wants. A chain that fails meanwhile is asked again: what was sent
 * is sent.
 *
 * @throws TransactionDroppedError where it can't be mined any more · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilConfirmed(wait: Wait): Promise<SolanaReceipt> {
  const watch: Watch = { ...wait, lastBlock: undefined }
  const { timeoutMs = defaultTimeoutMs } = wait
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look: () => look(watch) })
}

interface Watch extends Wait {
  /** The last block that could hold it: what is waited for was sent before, and names a block of before. */
  lastBlock: bigint | undefined
}

/** One look at the chain. @returns undefined while there is nothing to say */
async function look(watch: Watch): Promise<SolanaReceipt | undefined> {
  const { hash } = watch
  const seen = await statusOf({ watch, searchTransactionHistory: false })
  if (seen.status) return receiptOf({ watch, ...seen, status: seen.status })
  const height = await heightOf(watch)
  watch.lastBlock ??= height + mostBlocks
  if (height <= watch.lastBlock) return undefined
  // Its time is over. What the node no longer knows by heart it looks up once more.
  const late = await statusOf({ watch, searchTransactionHistory: true })
  if (!late.status) throw new TransactionDroppedError({ hash, why: 'expired' })
  return receiptOf({ watch, ...late, status: late.status })
}

interface Seen {
  /** Of which the node says it. */
  readonly slot: bigint
  readonly status: SignatureStatus | undefined
}

async function receiptOf({
  watch,
  slot,
  status,
}: Seen & { readonly watch: Watch; readonly status: SignatureStatus }): Promise<SolanaReceipt | undefined> {
  const { hash, chain, confirmations = 1 } = watch
  const commitment = status.confirmationStatus ?? 'processed'
  const isSure = levels.indexOf(commitment) >= levels.indexOf(chain.commitment)
  if (!isSure || (confirmations > 1 && slot - status.slot + 1n < confirmations)) return undefined
  const failed = status.err !== null
  const fee = await feePaid(watch)
  return { hash, status: failed ? 'reverted' : 'success', slot: status.slot, commitment, fee }
}

/** That a node can't say what was paid leaves the end as it is. */
async function feePaid({ chain, hash, signal }: Watch): Promise<bigint | undefined> {
  try {
    return (await readTransaction({ chain, hash, schema: PaidTransaction, signal }))?.meta?.fee
  } catch (error) {
    if (error instanceof FoyerError && error.code !== 'aborted') return undefined
    throw error
  }
}

function heightOf({ chain, signal }: Watch): Promise<bigint> {
  const { commitment } = chain
  return chain.ask({ method: 'getBlockHeight', params: [{ commitment }], schema: Count, signal })
}

/** Nodes know the newest transactions by heart; older ones they look up when asked to. */
async function statusOf({
  watch: { chain, hash, signal },
  searchTransactionHistory,
}: {
  readonly watch: Watch
  readonly searchTransactionHistory: boolean
}): Promise<Seen> {
  const params = [[hash], { searchTransactionHistory }]
  const { slot, value } = await chain.ask({ method: 'getSignatureStatuses', params, schema: Statuses, signal })
  return { slot, status: value[0] ?? undefined }
}
