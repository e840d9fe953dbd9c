import * as v from 'valibot'
import { numberToHex } from 'viem'
import type { RpcCall, RpcOutcome } from '../chains/chains.js'
import { Quantity, readQuantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type CarriedOut, carriedOutIn, firstBlockOf, Log, saysDone, saysSuccess } from './carriedOut.js'
import { inGroups } from './inGroups.js'
import type { Inclusion, OpenOperation } from './ledger.js'
import { type Reading, readOperatorFee } from './readNetwork.js'

const Transaction = v.nullable(v.object({ blockNumber: v.nullish(Quantity) }))
const Receipt = v.object({
  blockNumber: Quantity,
  status: Quantity,
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  /** of the chain below, where there is one */
  l1Fee: v.nullish(Quantity),
  /** by these the chain's operator takes a fee, where it takes one */
  operatorFeeScalar: v.nullish(Quantity),
  operatorFeeConstant: v.nullish(Quantity),
  logs: v.array(Log),
})

/** One of an operation's transactions in a block. */
interface SeenInclusion extends Inclusion {
  readonly isFinal: boolean
  /** whether the operation was carried out, by it or by another's, and its nonce is used up; else it may be yet */
  readonly isOver: boolean
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

/** An operation of which nothing could be read. */
export interface Unread {
  readonly operation: OpenOperation
  readonly error: unknown
}

interface Looking extends Reading {
  readonly operations: readonly OpenOperation[]
  /** from how many blocks on something is final */
  readonly confirmations: number
}

/** So many receipts are read at the same time: one may have megabytes of what its calls have logged. */
const mostReceipts = 4
/** So many of those that blocks have already are read to their end in one pass; the others in the next. */
const mostEnding = 16

/**
 * Looks for the transactions of operations. A node's whole answer is of one moment, so that one which knows of no block isn't believed to have seen the
 * account's place taken. Nothing is said of what is noted and not final. Nobody's calls make more to read than their own: a receipt is asked for by itself, and once for a block and once when that is final.
 * @throws UpstreamError where nodes don't answer · the signal's reason
 */
export async function lookFor({ chain, signal, operations, confirmations }: Looking): Promise<{
  readonly seen: readonly Seen[]
  readonly unread: readonly Unread[]
}> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
  const deep = resultOf({ outcome, schema: Quantity, host: chain.id }) - BigInt(confirmations) + 1n
  const outcomes = await inGroups({ chain, signal, all: operations.map((operation) => callsOf(operation, deep)) })
  const found = await settleAll(operations, async (operation, place) => {
    const own = outcomes[place]
    if (own?.status !== 'fulfilled') throw own?.reason
    return foundOf({ chain, operation, own: own.value, deep })
  })
  const seen: Seen[] = []
  const unread = [...found.unread]
  let ending = 0
  const inBlocks: FoundInBlock[] = []
  for (const each of found.done) {
    const { block, operation } = each
    if (block === null) seen.push({ ...each, inclusion: null })
    // Nothing is new where it is noted, and not final yet.
    else if (operation.transactionHash === block.hash && block.number > deep) continue
    else if (operation.status !== 'included' || ending++ < mostEnding) inBlocks.push({ ...each, block })
  }
  for (let from = 0; from < inBlocks.length; from += mostReceipts) {
    const some = inBlocks.slice(from, from + mostReceipts)
    const read = await settleAll(some, (each) => receiptOf({ ...each, chain, signal, deep }))
    seen.push(...read.done)
    unread.push(...read.unread.map(({ operation: { operation }, error }) => ({ operation, error })))
  }
  return { seen, unread }
}

async function settleAll<Item, Done>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<Done>,
): Promise<{
  readonly done: readonly Done[]
  readonly unread: readonly { readonly operation: Item; readonly error: unknown }[]
}> {
  const settled = await Promise.allSettled(items.map(work))
  return {
    done: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    unread: items.flatMap((operation, place) => {
      const each = settled[place]
      return each?.status === 'rejected' ? [{ operation, error: each.reason }] : []
    }),
  }
}

const callsOf = ({ account, attempts }: OpenOperation, deep: bigint): readonly RpcCall[] => [
  { method: 'eth_getTransactionCount', params: [account, deep < 0n ? 'earliest' : numberToHex(deep)] },
  ...attempts.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
]

/** An operation's outcome as it is known without its receipt. */
interface Found extends Omit<Seen, 'inclusion'> {
  /** which of its transactions a block has */
  readonly block: { readonly number: bigint; readonly hash: string } | null
}

interface ReadFound extends Pick<Reading, 'chain'> {
  readonly operation: OpenOperation
  readonly own: readonly RpcOutcome[]
  readonly deep: bigint
}

function foundOf({ chain, operation, own: [counted, ...outcomes] }: ReadFound): Found {
  const transactions = outcomes.map((outcome) => resultOf({ outcome, schema: Transaction, host: chain.id }))
  const blocks = transactions.flatMap((transaction, place) => {
    const [number, attempt] = [transaction?.blockNumber ?? null, operation.attempts[place]]
    return number === null || attempt === undefined ? [] : [{ number, hash: attempt.hash }]
  })
  const [block = null] = blocks
  const count = readQuantity(counted)
  return {
    operation,
    block,
    isKnown: (transactions.at(-1) ?? null) !== null,
    isDisplaced: !block && operation.place !== null && count !== null && count > BigInt(operation.place),
  }
}

interface FoundInBlock extends Found {
  readonly block: NonNullable<Found['block']>
}

interface InBlock extends FoundInBlock, Reading {
  readonly deep: bigint
}

/**
 * Reads an operation's outcome where a block has one of its transactions. Anyone who sees an operation that costs nothing may carry it out, and the operator's own transaction
 * fails by that: the EntryPoint says what became of it.
 */
async function receiptOf({ chain, signal, deep, block, ...found }: InBlock): Promise<Seen> {
  const { operation } = found
  const own = await ownOf({ chain, signal, operation, block })
  // A node that hasn't it yet is asked again in the next pass.
  if (own === null) return { ...found, isDisplaced: false, inclusion: null }
  const inclusion = { ...own, isFinal: block.number <= deep }
  if (own.isOver) return { ...found, inclusion }
  const range = { from: firstBlockOf(operation), to: block.number }
  const done = await carriedOutIn({ chain, signal, hash: operation.hash, ...range }).catch(noneRead)
  return { ...found, inclusion: done === null ? inclusion : { ...inclusion, ...done, isOver: true } }
}

/** The place is over whatever it was: what isn't read of the operation is looked up once its time is over. */
function noneRead(error: unknown): null {
  if (error instanceof UpstreamError) return null
  throw error
}

interface Own extends Reading {
  readonly operation: OpenOperation
  readonly block: FoundInBlock['block']
}

/** @returns null where a node hasn't the receipt */
async function ownOf(request: Own): Promise<Omit<SeenInclusion, 'isFinal'> | null> {
  const { chain, signal, operation, block } = request
  const calls = [{ method: 'eth_getTransactionReceipt', params: [block.hash] }]
  const outcomes = await chain.request({ calls, signal }).catch(tooLarge)
  if (outcomes === null) return withoutReceipt(request)
  const [outcome] = outcomes
  const receipt = resultOf({ outcome, schema: v.nullable(Receipt), host: chain.id })
  if (receipt === null) return null
  const log = receipt.status === 1n ? receipt.logs.find((each) => saysDone(each, operation.hash)) : undefined
  return {
    transactionHash: block.hash,
    succeeded: log !== undefined && saysSuccess(log),
    paid: await paidBy({ ...request, receipt }),
    isOver: log !== undefined,
  }
}

/** All that the transaction took of the operator's account. */
async function paidBy({ chain, signal, receipt }: Reading & { readonly receipt: v.InferOutput<typeof Receipt> }) {
  const { gasUsed, effectiveGasPrice, blockNumber, l1Fee, operatorFeeScalar, operatorFeeConstant } = receipt
  const paid = gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
  const hasOperatorFee = (operatorFeeScalar ?? 0n) > 0n || (operatorFeeConstant ?? 0n) > 0n
  // Its rule changes with the chain's versions: the chain itself says how much it was.
  return hasOperatorFee ? paid + (await readOperatorFee({ chain, signal, gas: gasUsed, block: blockNumber })) : paid
}

function tooLarge(error: unknown): null {
  if (error instanceof UpstreamError && error.code === 'too_large') return null
  throw error
}

/** A receipt that is too large to be read is booked as dear as it may be; the EntryPoint's own word is small. */
async function withoutReceipt({ chain, signal, operation, block }: Own): Promise<Omit<SeenInclusion, 'isFinal'>> {
  const { hash, reserved } = operation
  const done = await carriedOutIn({ chain, signal, hash, from: block.number, to: block.number })
  const said: CarriedOut = done ?? { transactionHash: block.hash, succeeded: false }
  return { ...said, paid: BigInt(reserved), isOver: done !== null }
}
