import * as v from 'valibot'
import { textOf, WebUrl } from '../kernel/fields.js'

const Key = textOf(200)

/** Which engine a network's history comes from, where it isn't the usual one. */
export const HistoryConfig = v.variant('kind', [
  /** Etherscan, by `ETHERSCAN_KEY`; or what has the same API elsewhere, with a key of its own. */
  v.strictObject({ kind: v.literal('etherscan'), url: v.optional(WebUrl), apiKey: v.optional(Key) }),
  v.strictObject({ kind: v.literal('blockscout'), url: WebUrl, apiKey: v.optional(Key) }),
  /** No history, whatever keys there are. */
  v.strictObject({ kind: v.literal('none') }),
])
export type HistoryConfig = v.InferOutput<typeof HistoryConfig>
