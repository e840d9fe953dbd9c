import type { LowerHex } from '@foyer/core/chain'
import type { Address } from 'viem'
import type { Called } from './called.js'
import type { BatchedCall, ReadBatch } from './readCalls.js'

/** A call that may hold others. */
export interface MoreCalled extends Called {
  readonly data: LowerHex
  /** Of the request that it is a part of; none where it is all that is asked for, so that nothing is done before it. */
  readonly budget?: unknown
  /** Reads the calls that stand in it, which another account makes. */
  readonly inside: (inner: { readonly from: Address; readonly calls: readonly BatchedCall[] }) => Promise<ReadBatch>
}
