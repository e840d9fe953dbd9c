import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { numberToHex, toEventSelector } from 'viem'
import type { RpcCall, RpcOutcome } from '../chains/chains.js'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import type { Inclusion, OpenOperation } from './ledger.js'
import { entryPointAbi } from './operation.js'
import type { Reading } from './readNetwork.js'

const Log = v.object({ address: v.string(), topics: v.array(v.string()), data: v.string() })
type Log = v.InferOutput<typeof Log>
const OwnLog = v.object({ ...Log.entries, transactionHash: v.string() })
const Receipt = v.object({
  transactionHash: v.string(),
  blockNumber: Quantity,
  status: Quantity,
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  /** of the chain below, where there is one */
  l1Fee: v.optional(v.nullable(Quantity)),
  logs: v.array(Log),
})
type Receipt = v.InferOutput<typeof Receipt>

/** One of an operation's transactions in a block. */
interface SeenInclusion extends Inclusion {
  readonly isFinal: boolean
  /** whether the operation was carried out, by it or by another's, and its nonce is used up; else it may be yet */
  readonly isOver: boolean
  readonly block: bigint
}

/** The state of an operation's transactions, as a network says it. */
export interface Seen {
  readonly operation: OpenOperation
  /** null where no block has one of them */
  readonly inclusion: SeenInclusion | null
  /** whether the node has the newest of them, waiting or included */
  readonly isKnown: boolean
  /** whether a final block has another transaction of the account in their place */
  readonly isDisplaced: boolean
}

/**
 * Looks for the transactions of operations. A node's whole answer is of one moment, so that one which knows of no block isn't believed to have seen the
 * account's place taken.
 * @param request.confirmations - from how many blocks on something is final
 * @throws UpstreamError · the signal's reason
 */
export async function lookFor({
  chain,
  signal,
  operations,
  confirmations,
}: Reading & { readonly operations: readonly OpenOperation[]; readonly confirmations: number }): Promise<
  readonly Seen[]
> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
  const head = resultOf({ outcome, schema: Quantity, host: chain.id })
  const deep = head - BigInt(confirmations) + 1n
  const calls = operations.map((operation) => callsOf(operation, deep))
  const outcomes = await chain.request({ calls: calls.flat(), signal })
  let read = 0
  const all = operations.map((operation, index) => {
    const first = read
    read += calls[index]?.length ?? 0
    return seen({ chain, operation, own: outcomes.slice(first, read), deep })
  })
  return Promise.all(all.map((each) => orByAnother({ chain, signal, seen: each })))
}

/** An operation was carried out at most so many blocks before the transaction that failed by that. */
const blocksBefore = 1_000n

/** Anyone who sees an operation that costs nothing may carry it out, and the operator's own transaction fails by that: the EntryPoint says what became of it. */
async function orByAnother({ chain, signal, seen: own }: Reading & { readonly seen: Seen }): Promise<Seen> {
  const { inclusion, operation } = own
  if (inclusion === null || inclusion.isOver) return own
  const to = inclusion.block
  const from = to > blocksBefore ? to - blocksBefore : 0n
  const done = await carriedOutIn({ chain, signal, hash: operation.hash, from, to })
  return done === null ? own : { ...own, inclusion: { ...inclusion, ...done, isOver: true } }
}

interface Blocks extends Reading {
  readonly hash: string
  readonly from: bigint
  readonly to: bigint
}

/** Returns what the EntryPoint says in these blocks of an operation; null for nothing. */
export async function carriedOutIn({
  chain,
  signal,
  hash,
  from,
  to,
}: Blocks): Promise<Pick<Inclusion, 'transactionHash' | 'succeeded'> | null> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const params = [{ address: entryPoint, topics: [doneTopic, hash], ...range }]
  const [outcome] = await chain.request({ calls: [{ method: 'eth_getLogs', params }], signal })
  const logs = resultOf({ outcome, schema: v.array(OwnLog), host: chain.id })
  const log = logs.find((each) => isOf(each, hash))
  return log === undefined ? null : { transactionHash: log.transactionHash, succeeded: saysSuccess(log) }
}

function callsOf({ account, attempts }: OpenOperation, deep: bigint): readonly RpcCall[] {
  return [
    { method: 'eth_getTransactionCount', params: [account, deep < 0n ? 'earliest' : numberToHex(deep)] },
    { method: 'eth_getTransactionByHash', params: [attempts.at(-1)?.hash] },
    ...attempts.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  ]
}

interface ReadSeen extends Pick<Reading, 'chain'> {
  readonly operation: OpenOperation
  readonly own: readonly RpcOutcome[]
  readonly deep: bigint
}

function seen({ chain, operation, own: [counted, known, ...outcomes], deep }: ReadSeen): Seen {
  const receipts = outcomes.map((outcome) => resultOf({ outcome, schema: v.nullable(Receipt), host: chain.id }))
  const place = receipts.findIndex((receipt) => receipt !== null)
  const [receipt, attempt] = [receipts[place], operation.attempts[place]]
  const count = v.safeParse(Quantity, counted && 'result' in counted ? counted.result : null)
  return {
    operation,
    isKnown: known !== undefined && 'result' in known && known.result !== null,
    isDisplaced: !receipt && operation.place !== null && count.success && count.output > BigInt(operation.place),
    inclusion: !receipt || attempt === undefined ? null : inclusionOf({ receipt, hash: attempt.hash, operation, deep }),
  }
}

interface InBlock {
  readonly receipt: Receipt
  readonly hash: string
  readonly operation: OpenOperation
  readonly deep: bigint
}

function inclusionOf({ receipt, hash, operation, deep }: InBlock): SeenInclusion {
  const log = receipt.status === 1n ? receipt.logs.find((each) => isOf(each, operation.hash)) : undefined
  return {
    transactionHash: hash,
    succeeded: log !== undefined && saysSuccess(log),
    paid: receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n),
    isFinal: receipt.blockNumber <= deep,
    isOver: log !== undefined,
    block: receipt.blockNumber,
  }
}

const [event] = entryPointAbi.filter(({ type }) => type === 'event')
const doneTopic = event && toEventSelector(event)

/** Whether it is the EntryPoint's word that an operation was carried out: `handleOps` itself doesn't fail where its calls do. */
const isOf = ({ address, topics: [topic, operation] }: Log, hash: string): boolean =>
  address.toLowerCase() === entryPoint.toLowerCase() && topic === doneTopic && operation?.toLowerCase() === hash

/** Whether the calls took effect: the second word. */
const saysSuccess = ({ data }: Log): boolean => BigInt(`0x${data.slice(66, 130)}`) === 1n
