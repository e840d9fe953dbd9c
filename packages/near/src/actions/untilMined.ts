import type { NumberedTransaction, WaitParameters } from '@foyer/core'
import { readProperty, shortReason } from '@foyer/core/connector'
import type { FoundTransaction, OnNode } from '@foyer/core/family'
import { type ChainQuery, decimal } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Node } from '../chain/node.js'

const Burnt = v.object({
  tokens_burnt: decimal(39),
})
/** The outcome of a transaction; nodes leave out what isn't there yet. */
const Found = v.object({
  status: v.optional(v.unknown()),
  transaction_outcome: v.optional(v.object({ block_hash: v.string(), outcome: Burnt })),
  receipts_outcome: v.optional(v.array(v.object({ outcome: Burnt })), []),
})
const Carried = v.object({ SuccessValue: v.string() })
const Failed = v.object({ Failure: v.unknown() })

const Block = v.object({ header: v.object({ height: v.pipe(v.number(), v.safeInteger()) }) })
const blockQuery = (params: Record<string, unknown>): ChainQuery<v.InferOutput<typeof Block>> => ({
  ...{ method: 'block', schema: Block },
  params,
})

interface Finding extends OnNode<Node> {
  readonly hash: string
  /** Who sent it, by what number: by this its shard is found. A node that follows all shards finds it without. */
  readonly mark: NumberedTransaction | undefined
}

async function find({ node, hash, mark, signal }: Finding) {
  const params = { tx_hash: hash, sender_account_id: mark?.address ?? 'system', wait_until: 'NONE' }
  return node.find({ method: 'tx', params, schema: Found }, { signal })
}

type Waiting = Finding &
  Pick<WaitParameters, 'numbered' | 'onNumbered'> & { readonly remember: (numbered: NumberedTransaction) => void }

/** How a transaction is waited for: until it is carried out. */
export const waiting = {
  isHash: (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
  /** Its blocks take about one second. */
  everyMs: 1000,
  look({ numbered, onNumbered, remember, ...of }: Waiting) {
    const mark = of.mark ?? numbered
    if (mark) {
      remember(mark)
      onNumbered?.(mark)
    }
    const { node, signal } = of
    return async (): Promise<FoundTransaction | undefined> => {
      const { status, transaction_outcome: first, receipts_outcome: receipts } = (await find({ ...of, mark })) ?? {}
      const isCarried = v.is(Carried, status)
      if (!first || !(isCarried || v.is(Failed, status))) return undefined
      const block = await node.find(blockQuery({ block_id: first.block_hash }), { signal })
      if (!block) return undefined
      const fee = [first, ...(receipts ?? [])].reduce((sum, { outcome }) => sum + outcome.tokens_burnt, 0n)
      return { status: isCarried ? 'success' : 'reverted', blockNumber: BigInt(block.header.height), fee }
    }
  },
  async headOf({ node, signal }: OnNode<Node>) {
    const tip = await node.find(blockQuery({ finality: 'optimistic' }), { signal })
    return BigInt(tip?.header.height ?? 0)
  },
  /** In the chain's words: the innermost name of its error. */
  async reason(of: Finding) {
    const { status } = (await find(of)) ?? {}
    if (!v.is(Failed, status)) return undefined
    const kind = readProperty(readProperty(status.Failure, 'ActionError'), 'kind') ?? status.Failure
    return shortReason(typeof kind === 'string' ? kind : (Object.keys(Object(kind))[0] ?? ''))
  },
}
