import { shortReason } from '@foyer/core/connector'
import type { FoundTransaction, OnNode } from '@foyer/core/family'
import { decimal } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Node } from '../chain/node.js'
import { amountIn } from '../chain/queries.js'

/** A number as CometBFT writes it. */
const Count = decimal(20)

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

interface Finding extends OnNode<Node> {
  readonly hash: string
}

/** `tx` answers with a failure where there is none: a search has none. @see CometBFT's RPC */
async function find({ node, hash, signal }: Finding) {
  const params = [`tx.hash='${hash}'`, false, '1', '1', 'desc']
  return (await node.ask({ method: 'tx_search', params, schema: Search }, { signal })).txs[0]
}

/** How a transaction is waited for, until it is in a block. */
export const waiting = {
  isHash: (text: string): boolean => /^[0-9A-F]{64}$/.test(text),
  /** Its blocks take some seconds. */
  everyMs: 1000,
  look: (of: Finding) => async (): Promise<FoundTransaction | undefined> => {
    const found = await find(of)
    if (!found) return undefined
    const status = found.tx_result.code === 0 ? 'success' : 'reverted'
    return { status, blockNumber: found.height, fee: feePaid(found, of.node.facts.denom) }
  },
  async headOf({ node, signal }: OnNode<Node>) {
    const { response: tip } = await node.ask({ method: 'abci_info', params: [], schema: Info }, { signal })
    return tip.last_block_height
  },
  /** In the chain's words. */
  async reason(of: Finding) {
    const found = await find(of)
    return found && found.tx_result.code !== 0 ? shortReason(found.tx_result.log) : undefined
  },
}

/** Returns the fee that was paid in the chain's own coin; undefined where it doesn't, or it was paid in another. */
function feePaid({ tx_result: { events } }: v.InferOutput<typeof Found>, denom: string): bigint | undefined {
  const said = events.find(({ type }) => type === 'tx')?.attributes.find(({ key }) => key === 'fee')?.value
  const written = said?.endsWith(denom) ? said.slice(0, -denom.length) : ''
  return /^\d+$/.test(written) ? amountIn(written) : undefined
}
