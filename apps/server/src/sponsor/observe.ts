import { UpstreamError } from '../rpc/UpstreamError.js'
import {
  byWriting,
  isNoted,
  type Looked,
  lookFor,
  readInclusion,
  type Seen,
  type SeenInclusion,
  settleAll,
  type Taken,
} from './inclusion.js'
import { mostNoted, type OpenOperation } from './ledger.js'
import type { Reads } from './reads.js'
import { newestOf, type Pass, type Placed } from './sending.js'

/** A node may count a transaction before it has its receipt: so long after the sending, a place that is taken is lost. */
const displacedMs = 30_000

/** So many receipts are read at the same time: one may have megabytes of what its calls have logged. */
const mostReceipts = 4

type Observe = Pass & { readonly operations: readonly Placed[] }

/** The operations after a look at the network. */
export interface Observed extends Pick<Looked, 'deep' | 'mined' | 'pending'> {
  /** what no block has, in the order of places */
  readonly left: readonly Seen[]
  /** what blocks have, as far as that is to be read */
  readonly taken: readonly Taken[]
  /** what could not be looked for: it keeps its place, and is looked at again */
  readonly unread: readonly Placed[]
}

/** Looks what blocks have. Nothing is read of that yet: places don't wait for it. */
export async function observe(request: Observe): Promise<Observed> {
  const { ledger, log, chain } = request
  const { seen, unread, ...counts } = await lookFor(request)
  for (const { error } of unread)
    log.warn({ chainId: chain.id, error }, 'a sponsored operation could not be looked for')
  const inBlocks = seen.flatMap(({ block, ...each }) => (block === null ? [] : [{ ...each, block }]))
  const isDone = (each: Taken) => isNoted(each) && each.block.number > counts.deep
  const noted = inBlocks.filter(isDone).map(({ operation }) => operation)
  const turned = noted.length < mostNoted ? [] : noted
  const postponed = [...unread.map(({ operation }) => operation), ...turned].map(({ hash }) => hash)
  if (postponed.length > 0) await ledger.postpone({ hashes: postponed })
  return {
    ...counts,
    left: await leftOf({ ...request, seen: seen.filter(({ block }) => block === null) }),
    taken: inBlocks.filter((each) => !isDone(each)),
    unread: unread.map(({ operation }) => operation),
  }
}

/** Returns what is to be brought on; whose place is lost for good is freed. */
async function leftOf({ seen, ...request }: Pass & { readonly seen: readonly Seen[] }): Promise<readonly Seen[]> {
  const { ledger, clock } = request
  const left: Seen[] = []
  for (const each of seen) {
    const { operation, isDisplaced } = each
    const { hash, transactionHash } = operation
    if (transactionHash !== null) await ledger.note({ hash, inclusion: null })
    const age = clock.now() - (newestOf(operation)?.signedAt.getTime() ?? 0)
    if (isDisplaced && age >= displacedMs && (await isDisplacedStill({ ...request, operation })))
      await ledger.free({ hash, paid: 0n, because: 'displaced' })
    else left.push(each)
  }
  return left.toSorted((one, other) => one.operation.place - other.operation.place)
}

/** Asks for the one operation alone: what was asked with much else may have been answered by several nodes, of which one lags behind. */
async function isDisplacedStill(request: Pass & { readonly operation: Placed }): Promise<boolean> {
  const { seen } = await lookFor({ ...request, operations: [request.operation] })
  return seen.some(({ isDisplaced }) => isDisplaced)
}

interface ReadTaken extends Pass, Pick<Observed, 'taken' | 'deep'> {
  readonly reads: Reads
}

/**
 * Reads what blocks say of what they have, once when it is there and once when that is final, as far as a pass may: what was read longest ago is read first. Nobody's calls make more to
 * read than their own: a receipt is asked for by itself.
 */
export async function readTaken({ taken, reads, ...request }: ReadTaken): Promise<void> {
  const { ledger, log, chain } = request
  const due = taken.toSorted((one, other) => byWriting(one.operation, other.operation))
  for (let from = 0; from < due.length && reads.hasRoom('taken'); from += mostReceipts) {
    const some = due.slice(from, from + mostReceipts)
    const read = await settleAll(some, async (each) => ({
      operation: each.operation,
      inclusion: await readInclusion({ ...request, ...each, chain: reads.chain }),
    }))
    request.signal.throwIfAborted()
    // A node that hasn't it yet is asked again, after others.
    for (const { operation, inclusion } of read.done)
      if (inclusion === null) await ledger.postpone({ hashes: [operation.hash] })
      else await write({ ...request, operation, inclusion })
    for (const { operation: each, error } of read.unread) {
      log.warn({ chainId: chain.id, error }, 'a sponsored operation could not be looked for')
      await ledger.postpone({ hashes: [each.operation.hash] })
    }
    // Each further one would be refused as well, and what others ask with it.
    if (read.unread.some(({ error }) => error instanceof UpstreamError && error.code === 'limited')) return
  }
}

interface Write extends Pass {
  readonly operation: OpenOperation
  readonly inclusion: SeenInclusion
}

/** A place that a block has taken for good is paid for; the operation is over only where it was carried out, by whomever. */
async function write({ ledger, operation, inclusion }: Write): Promise<void> {
  const { hash, attempts } = operation
  const { isFinal, isOver, ...said } = inclusion
  if (isFinal && isOver) return ledger.settle({ hash, inclusion: said })
  if (!isFinal) return ledger.note({ hash, inclusion: isOver ? said : said.transactionHash })
  const isCancelling = attempts.some((each) => each.hash === said.transactionHash && each.isCancelling)
  return ledger.free({ hash, paid: said.paid, because: isCancelling ? 'stuck' : 'reverted' })
}
