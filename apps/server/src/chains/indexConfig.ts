import * as v from 'valibot'
import { addressOf, whole } from '../kernel/fields.js'

/**
 * That every block of a network is followed, for all of its accounts: for a local chain or one of one's own. By default none is, and a
 * history comes from an engine made for it, or isn't there.
 */
export const IndexConfig = v.strictObject({
  /** The first block to index: that of the chain by default. */
  fromBlock: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** The wait before looking for a new block, in milliseconds; 1,000 by default. */
  everyMs: v.optional(whole(50, 600_000)),
  /** A WebSocket address of a node that says when a block comes (`eth_subscribe`). While it does, the chain is asked every 10 s only. */
  heads: v.optional(addressOf('ws')),
})
export type IndexConfig = v.InferOutput<typeof IndexConfig>
