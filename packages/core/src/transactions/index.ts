/** The transactions that were sent through the kit: kept between visits, followed until their end, sped up and cancelled. */
export * from './tracked.js'
export {
  latestHash,
  type TokenAmount,
  type TrackedCalls,
  type TrackedStatus,
  type TrackedSwap,
  type TrackedTransaction,
  type TrackedTransfer,
  trackedLimit,
} from './trackedTransaction.js'
