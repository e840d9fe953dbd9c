import type { Address, Hex } from 'viem'
import type { Called } from './called.js'
import type { BatchedCall, ReadBatch } from './readCalls.js'

/** A call that may hold others. */
export interface MoreCalled extends Called {
  readonly data: Hex
  /** The account makes it itself, and it is all that is asked for: nothing is done before it. */
  readonly isAlone: boolean
  /** Reads the calls that stand in it, which another account makes. */
  readonly inside: (inner: { readonly from: Address; readonly calls: readonly BatchedCall[] }) => Promise<ReadBatch>
}
