import { lookFor, type Seen } from './inclusion.js'
import type { OpenOperation } from './ledger.js'
import { newestOf, type Pass } from './sending.js'

/** A node may count a transaction before it has its receipt: so long after the sending, a place that is taken is lost. */
const displacedMs = 30_000

type Observe = Pass & { readonly operations: readonly OpenOperation[] }

/** The operations that are left after a look at the network. */
interface Left {
  /** what no block has */
  readonly left: readonly Seen[]
  /** what could not be read: it keeps its place, and is looked at again */
  readonly unread: readonly OpenOperation[]
}

/** Writes down what blocks say. */
export async function observe(request: Observe): Promise<Left> {
  const { ledger, operations, clock, log, chain } = request
  if (operations.length === 0) return { left: [], unread: [] }
  const { seen: all, unread } = await lookFor(request)
  for (const { operation, error } of unread) {
    log.warn({ chainId: chain.id, error }, 'a sponsored operation could not be looked for')
    await ledger.postpone({ hash: operation.hash })
  }
  const left: Seen[] = []
  for (const seen of all) {
    const { operation, inclusion, isDisplaced } = seen
    const { hash, status } = operation
    if (inclusion !== null) {
      await write({ ...request, operation, inclusion })
      continue
    }
    if (status === 'included') await ledger.note({ hash, inclusion: null })
    const age = clock.now() - (newestOf(operation)?.signedAt.getTime() ?? 0)
    if (isDisplaced && age >= displacedMs && (await isDisplacedStill({ ...request, operation })))
      await ledger.free({ hash, paid: 0n, because: 'displaced' })
    else left.push(seen)
  }
  return { left, unread: unread.map(({ operation }) => operation) }
}

interface Write extends Pass {
  readonly operation: OpenOperation
  readonly inclusion: NonNullable<Seen['inclusion']>
}

/** A place that a block has taken for good is paid for; the operation is over only where it was carried out, by whomever. */
async function write({ ledger, operation, inclusion }: Write): Promise<void> {
  const { hash, status, transactionHash, attempts } = operation
  const { isFinal, isOver, ...said } = inclusion
  if (isFinal && isOver) return ledger.settle({ hash, inclusion: said })
  if (isFinal) {
    const isCancelling = attempts.some((each) => each.hash === said.transactionHash && each.isCancelling)
    return ledger.free({ hash, paid: said.paid, because: isCancelling ? 'stuck' : 'reverted' })
  }
  if (isOver && transactionHash !== said.transactionHash) await ledger.note({ hash, inclusion: said })
  if (!isOver && status === 'included') await ledger.note({ hash, inclusion: null })
}

/** Asks for the one operation alone: what was asked with much else may have been answered by several nodes, of which one lags behind. */
async function isDisplacedStill(request: Pass & { readonly operation: OpenOperation }): Promise<boolean> {
  const { seen } = await lookFor({ ...request, operations: [request.operation] })
  return seen[0]?.isDisplaced === true
}
