import * as v from 'valibot'

const url = (sentence: string) => v.pipe(v.string(), v.url(sentence), v.regex(/^https?:\/\//, sentence))
const sentence = 'must be an http or https address'
const Key = v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(200))

/** Which engine a network's history comes from, where it isn't the usual one. */
export const HistoryConfig = v.variant('kind', [
  /** Etherscan, by `ETHERSCAN_KEY`; or what has the same API elsewhere, with a key of its own. */
  v.strictObject({ kind: v.literal('etherscan'), url: v.optional(url(sentence)), apiKey: v.optional(Key) }),
  v.strictObject({ kind: v.literal('blockscout'), url: url(sentence), apiKey: v.optional(Key) }),
  /** No history, whatever keys there are. */
  v.strictObject({ kind: v.literal('none') }),
])
export type HistoryConfig = v.InferOutput<typeof HistoryConfig>
