import type { Clock, MinedTransaction, WaitOptions } from '@foyer/core'
import { InvalidHexError } from '@foyer/core/chain'
import { readProperty, shortReason } from '@foyer/core/connector'
import { untilFound } from '@foyer/core/rpc'
import * as v from 'valibot'
import type { Node } from '../chain/node.js'
import type { Query } from '../chain/queries.js'

/** How often the chain is asked, in milliseconds: its blocks take about one second. */
const pollMs = 1000

/** How long a transaction is waited for unless said otherwise, in milliseconds. */
const defaultTimeoutMs = 180_000

const Burnt = v.object({
  tokens_burnt: v.pipe(
    v.string(),
    v.regex(/^\d{1,39}$/),
    v.transform((text) => BigInt(text)),
  ),
})
/** What became of a transaction; nodes leave out what isn't there yet. */
const Found = v.object({
  status: v.optional(v.unknown()),
  transaction_outcome: v.optional(v.object({ block_hash: v.string(), outcome: Burnt })),
  receipts_outcome: v.optional(v.array(v.object({ outcome: Burnt })), []),
})
const Carried = v.object({ SuccessValue: v.string() })
const Failed = v.object({ Failure: v.unknown() })

const Block = v.object({ header: v.object({ height: v.pipe(v.number(), v.safeInteger()) }) })
const blockQuery = (params: Record<string, unknown>): Query<v.InferOutput<typeof Block>> => ({
  ...{ method: 'block', schema: Block },
  params,
})

interface Finding {
  readonly node: Node
  readonly hash: string
  /** Who sent it: by this its shard is found. A node that follows all shards finds it without. */
  readonly sender?: string | undefined
  readonly signal?: AbortSignal | undefined
}

async function find({ node, hash, sender = 'system', signal }: Finding) {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(hash)) throw new InvalidHexError({ wanted: 'transaction hash' })
  const params = { tx_hash: hash, sender_account_id: sender, wait_until: 'NONE' }
  return node.ask({ method: 'tx', params, schema: Found }, { signal })
}

/**
 * Asks the chain until a transaction is carried out. A chain that fails meanwhile is asked again: what was sent is sent.
 *
 * @throws InvalidHexError · RequestTimeoutError, with the chain's last failure as its cause · AbortedError
 */
export async function untilMined({
  timeoutMs = defaultTimeoutMs,
  confirmations = 1,
  ...wait
}: WaitOptions & Finding & { readonly clock: Clock }): Promise<MinedTransaction> {
  const { node, hash, signal } = wait
  const look = async (): Promise<MinedTransaction | undefined> => {
    const { status, transaction_outcome: first, receipts_outcome: receipts } = (await find(wait)) ?? {}
    const isCarried = v.is(Carried, status)
    if (!first || !(isCarried || v.is(Failed, status))) return undefined
    const block = await node.ask(blockQuery({ block_id: first.block_hash }), { signal })
    if (!block) return undefined
    const { height } = block.header
    if (confirmations > 1) {
      const tip = await node.ask(blockQuery({ finality: 'optimistic' }), { signal })
      if (!tip || tip.header.height - height + 1 < confirmations) return undefined
    }
    const fee = [first, ...(receipts ?? [])].reduce((sum, { outcome }) => sum + outcome.tokens_burnt, 0n)
    return { hash, status: isCarried ? 'success' : 'reverted', blockNumber: BigInt(height), fee }
  }
  return untilFound({ ...wait, timeoutMs, everyMs: pollMs, look })
}

/** Why a transaction failed, in the chain's words: the innermost name of its error. */
export async function failureReason(of: Finding): Promise<string | undefined> {
  const { status } = (await find(of)) ?? {}
  if (!v.is(Failed, status)) return undefined
  const kind = readProperty(readProperty(status.Failure, 'ActionError'), 'kind') ?? status.Failure
  return shortReason(typeof kind === 'string' ? kind : (Object.keys(Object(kind))[0] ?? ''))
}
