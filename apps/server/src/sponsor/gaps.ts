import { type Fees, feesBeyond } from './fees.js'
import type { Observed } from './observe.js'
import { numberOf } from './operation.js'
import type { Prices } from './readNetwork.js'
import { isRefusedBy, type Pass, type Placed } from './sending.js'
import { signCancelling } from './signTransaction.js'

/** So long is a place seen unfilled before it is filled, and so long has what fills it until it is replaced. */
const [seenMs, stuckMs] = [15_000, 30_000]
/** So many places are filled in a pass. */
const most = 16

/** Places of the paying account below its operations' that nothing fills: a node has counted too many of its transactions, or nodes have let go of one that is no operation's. */
export interface Gaps {
  /** Fills them once they have stood for a while. @returns whether nothing is missing: else nothing is to be signed behind */
  fill(request: Filling): Promise<boolean>
}

interface Filling extends Pass, Pick<Observed, 'mined' | 'pending'> {
  /** what has a place and no block */
  readonly underWay: readonly Placed[]
  readonly prices: Prices
}

interface Gap {
  /** milliseconds since 1970 */
  readonly since: number
  readonly filled: { readonly at: number; readonly fees: Fees } | null
}

export function createGaps(): Gaps {
  const gaps = new Map<string, Gap>()
  return {
    async fill(request) {
      const { chain, clock, mined, pending } = request
      const lowest = await lowestBehindNothing(request)
      const before = gaps.get(chain.id)
      // A transaction of the account's own that waits fills its place.
      if (lowest === null || pending === null || (pending >= lowest && !before?.filled)) {
        gaps.delete(chain.id)
        return true
      }
      const gap = before ?? { since: clock.now(), filled: null }
      gaps.set(chain.id, gap)
      if (clock.now() - gap.since < seenMs) return false
      if (gap.filled !== null && clock.now() - gap.filled.at < stuckMs) return true
      const fees = feesBeyond(gap.filled?.fees ?? nothing, request.prices)
      const from = Math.max(Number(mined), gap.filled === null ? Number(pending) : 0)
      const isFilled = await fillPlaces({ ...request, from, to: Number(lowest), fees })
      if (isFilled) gaps.set(chain.id, { ...gap, filled: { at: clock.now(), fees } })
      return isFilled
    },
  }
}

const nothing: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }

/** @returns the lowest place of what is under way, where no operation has the one before, nor has a block; else null */
async function lowestBehindNothing({ ledger, chain, account, underWay, mined }: Filling): Promise<bigint | null> {
  const lowest = Math.min(...underWay.map(({ place }) => place))
  if (underWay.length === 0 || BigInt(lowest) <= mined) return null
  const owner = account.address.toLowerCase()
  const isLate = await ledger.hasPlace({ chainId: chain.id, account: owner, place: lowest - 1 })
  return isLate ? null : BigInt(lowest)
}

interface FillPlaces extends Filling {
  readonly from: number
  readonly to: number
  readonly fees: Fees
}

/** Fills places by transactions that do nothing: unlike an operation's they are the same whoever signs them, so that nothing is kept of them. */
async function fillPlaces({ from, to, fees, ...request }: FillPlaces): Promise<boolean> {
  const { account, chain, log } = request
  const id = numberOf(chain.id)
  const last = Math.min(to, from + most)
  for (let place = from; place < last; place += 1) {
    log.warn({ chainId: chain.id, place }, 'a place of the paying account is filled that nothing has')
    const signed = await signCancelling({ account, chain: id, place, fees })
    if (await isRefusedBy({ ...request, signed, place })) return false
  }
  return last === to
}
