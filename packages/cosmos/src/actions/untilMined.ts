import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { shortReason } from '@foyer/core/connector'
import { untilFound } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { Node } from '../chain/node.js'
import { amountIn } from '../chain/queries.js'

/** How often the chain is asked, in milliseconds: its blocks take some seconds. */
const pollMs = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

/** A number as CometBFT writes it. */
const Count = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.transform((text) => BigInt(text)),
)

/** A transaction that is in a block. */
const Found = v.object({
  height: Count,
  tx_result: v.object({
    code: v.optional(v.number(), 0),
    log: v.optional(v.string(), ''),
    events: v.optional(
      v.array(
        v.object({
          type: v.string(),
          attributes: v.array(v.object({ key: v.nullish(v.string()), value: v.nullish(v.string()) })),
        }),
      ),
      [],
    ),
  }),
})
const Search = v.object({ txs: v.array(Found) })
const Info = v.object({ response: v.object({ last_block_height: Count }) })

/** `tx` answers with a failure where there is none: a search has none. @see CometBFT's RPC */
async function find({
  node,
  hash,
  signal,
}: {
  readonly node: Node
  readonly hash: string
  readonly signal?: AbortSignal | undefined
}) {
  if (!/^[0-9A-F]{64}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  const params = [`tx.hash='${hash}'`, false, '1', '1', 'desc']
  return (await node.ask({ method: 'tx_search', params, schema: Search, signal })).txs[0]
}

/**
 * Asks the chain until a transaction is in a block. A chain that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws InvalidHexError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: WaitOptions & { readonly node: Node; readonly hash: string; readonly clock: Clock }): Promise<MinedTransaction> {
  const { node, hash, signal } = wait
  const look = async (): Promise<MinedTransaction | undefined> => {
    const found = await find(wait)
    if (!found) return undefined
    if (confirmations > 1) {
      const { response: tip } = await node.ask({ method: 'abci_info', params: [], schema: Info, signal })
      if (tip.last_block_height - found.height + 1n < confirmations) return undefined
    }
    const status = found.tx_result.code === 0 ? 'success' : 'reverted'
    return { hash, status, blockNumber: found.height, fee: feePaid(found, node.facts.denom) }
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

/** What the chain says was paid in its own coin; undefined where it doesn't, or it was paid in another. */
function feePaid({ tx_result: { events } }: v.InferOutput<typeof Found>, denom: string): bigint | undefined {
  const said = events.find(({ type }) => type === 'tx')?.attributes.find(({ key }) => key === 'fee')?.value
  const written = said?.endsWith(denom) ? said.slice(0, -denom.length) : ''
  return /^\d+$/.test(written) ? amountIn(written) : undefined
}

/** Why a transaction was reverted, in the chain's words. */
export async function failureReason(of: Parameters<typeof find>[0]): Promise<string | undefined> {
  const found = await find(of)
  return found && found.tx_result.code !== 0 ? shortReason(found.tx_result.log) : undefined
}
