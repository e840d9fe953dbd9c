import { feesBeyond, isPassed } from './fees.js'
import type { Seen } from './inclusion.js'
import type { Attempt } from './ledger.js'
import { policyOf } from './policy.js'
import type { Prices } from './readNetwork.js'
import { cancel, isOf, isRefusedBy, newestOf, offered, type Pass, type Placed, sendInPlace } from './sending.js'
import { signOperation } from './signTransaction.js'
import { toOperation } from './toOperation.js'

/** After so long without a block, a transaction is replaced by one that offers more. */
const stuckMs = 30_000
/** So many times is an operation sent while it is stuck at fees that are high enough: then its place is freed. */
const mostTimesStuck = 2
/** So long before its time is over, an operation isn't sent any more: in a late block it would be paid for, and do nothing. */
export const marginMs = 15_000

interface BringOn extends Pass {
  readonly prices: Prices
  /** whether others wait for what stands in their way */
  readonly isAwaited: boolean
}

/**
 * Brings on what has a place and no block, in the order of places: nothing behind a place gets into a block before something fills it.
 * @returns whether each is being filled
 */
export async function bringOn({ left, ...request }: BringOn & { readonly left: readonly Seen[] }): Promise<boolean> {
  for (const { operation, isKnown } of left) {
    const newest = newestOf(operation)
    if (newest !== undefined && !(await isFilled({ ...request, operation, newest, isKnown }))) return false
  }
  return true
}

interface One extends BringOn {
  readonly operation: Placed
  readonly newest: Attempt
  /** whether the node has the newest of its transactions */
  readonly isKnown: boolean
}

/** @returns whether something fills the operation's place */
async function isFilled(request: One): Promise<boolean> {
  const { operation, newest, isKnown, account, clock, prices } = request
  const sentAgain = async () => isKnown || !(await isRefusedBy({ ...request, signed: newest, place: operation.place }))
  // An earlier key's can't be replaced, and stands in nobody's way.
  if (!isOf(account, operation)) return sentAgain().then(() => true)
  const isStuck = clock.now() - newest.signedAt.getTime() >= stuckMs
  const isTooLow = isPassed(offered(newest), prices)
  if (newest.isCancelling) return isStuck || isTooLow || !(await sentAgain()) ? cancel(request) : true
  const isVoid = clock.now() >= operation.operation.validUntil * 1_000 - marginMs || operation.gas > prices.mostGas
  if (isVoid) return cancel(request)
  if (isTooLow || isStuck) return replaced({ ...request, isTooLow })
  return (await sentAgain()) || cancel(request)
}

/** Offers more for an operation as far as its project pays, and else frees its place. @returns whether something fills the place */
async function replaced(request: One & { readonly isTooLow: boolean }): Promise<boolean> {
  const { operation, newest, isTooLow, prices, projects, account } = request
  if (!isTooLow && operation.attempts.length >= mostTimesStuck) return cancel(request)
  const policy = policyOf(await projects.find(operation.projectId), operation)
  const before = offered(newest)
  const fees = feesBeyond(before, prices)
  if (policy === undefined || fees.maxFeePerGas > BigInt(policy.mostFeePerGas)) return cancel(request)
  const { gas, place, reserved } = operation
  const asked = toOperation(operation)
  const cost = BigInt(reserved) + BigInt(gas) * (fees.maxFeePerGas - before.maxFeePerGas)
  const signed = await signOperation({ account, chain: asked.chain, place, fees, operation: asked, gas })
  const sent = await sendInPlace({ ...request, operation, signed, cost, most: policy.budget })
  // Not added: another node was first, or the budget doesn't hold it.
  if (sent === null) return cancel(request)
  return !sent.isRefused || cancel({ ...request, operation: sent.operation })
}
