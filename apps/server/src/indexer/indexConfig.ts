import * as v from 'valibot'

const Url = v.pipe(
  v.string(),
  v.url('must be an http or https address'),
  v.regex(/^https?:\/\//, 'must be an http or https address'),
)

/** What gives the history from before an account was first asked about. */
export const OlderHistoryConfig = v.variant('kind', [
  /** An API compatible with Etherscan's, such as Blockscout's. */
  v.strictObject({
    kind: v.literal('etherscan'),
    url: Url,
    apiKey: v.optional(v.pipe(v.string(), v.minLength(1, 'must not be empty'), v.maxLength(200))),
  }),
  /** The network's own node, from `fromBlock` on: it finds tokens that moved, and no transfer of the network's coin alone. */
  v.strictObject({ kind: v.literal('logs') }),
])
export type OlderHistoryConfig = v.InferOutput<typeof OlderHistoryConfig>

/** How a network is followed. By default it isn't, and accounts have no history on it. */
export const IndexConfig = v.strictObject({
  /** `all` accounts, for a local chain; or those whose history was `asked` for, from then on */
  follow: v.picklist(['all', 'asked'], 'must be "all" or "asked"'),
  /** Where to begin: the first block when all accounts are followed, else the newest one. */
  fromBlock: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** How long to wait before looking for a new block, in milliseconds; 1,000 if left out. */
  everyMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(600_000))),
  /** A WebSocket address of a node that says when a block comes (`eth_subscribe`). While it does, the chain is asked every 10 s only. */
  heads: v.optional(
    v.pipe(v.string(), v.url('must be a ws or wss address'), v.regex(/^wss?:\/\//, 'must be a ws or wss address')),
  ),
  older: v.optional(OlderHistoryConfig),
})
export type IndexConfig = v.InferOutput<typeof IndexConfig>
