import * as v from 'valibot'
import { numberToHex, type PrivateKeyAccount } from 'viem'
import type { RpcCall, RpcOutcome } from '../chains/chains.js'
import { Quantity, readQuantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type CarriedOut, carriedOutIn, firstBlockOf, Log, saysDone, saysSuccess } from './carriedOut.js'
import { inGroups } from './inGroups.js'
import type { Inclusion, OpenOperation } from './ledger.js'
import { type Reading, readOperatorFee } from './readNetwork.js'
import { isOf, type Placed } from './sending.js'

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

/** One of an operation's transactions in a block, as it was read. */
export interface SeenInclusion extends Inclusion {
  readonly isFinal: boolean
  /** whether the operation was carried out, by it or by another's, and its nonce is used up; else it may be yet */
  readonly isOver: boolean
}

/** The state of an operation's transactions, as a network says it without their receipts. */
export interface Seen {
  readonly operation: Placed
  /** which of them a block has */
  readonly block: { readonly number: bigint; readonly hash: string } | null
  /** whether the node has the newest of them, waiting or included */
  readonly isKnown: boolean
  /** whether a final block has another transaction of the account in their place */
  readonly isDisplaced: boolean
}

/** An operation of which nothing could be read. */
export interface Unread {
  readonly operation: Placed
  readonly error: unknown
}

interface Looking extends Reading {
  readonly operations: readonly Placed[]
  /** the account that sends now */
  readonly account: Pick<PrivateKeyAccount, 'address'>
  /** from how many blocks on something is final */
  readonly confirmations: number
}

/** The outcome of a look at a network. */
export interface Looked {
  readonly seen: readonly Seen[]
  readonly unread: readonly Unread[]
  /** the newest block that is final */
  readonly deep: bigint
  /** how many transactions of the account blocks have */
  readonly mined: bigint
  /** the same with those that wait; null where a node doesn't say it */
  readonly pending: bigint | null
}

/** So many of those whose place blocks have taken unread are looked for in one pass; the others have their turn. */
const mostTaken = 48

/**
 * Looks for the transactions of operations. A node's whole answer is of one moment, so that one which knows of no block isn't believed to have seen the
 * account's place taken.
 * @throws UpstreamError where nodes don't answer · the signal's reason
 */
export async function lookFor({ chain, signal, operations, account, confirmations }: Looking): Promise<Looked> {
  const counted = (block: string): RpcCall => ({ method: 'eth_getTransactionCount', params: [account.address, block] })
  const calls = [{ method: 'eth_blockNumber', params: [] }, counted('latest'), counted('pending')]
  const [head, latest, pending] = await chain.request({ calls, signal })
  const deep = resultOf({ outcome: head, schema: Quantity, host: chain.id }) - BigInt(confirmations) + 1n
  const mined = resultOf({ outcome: latest, schema: Quantity, host: chain.id })
  const looked = lookedAt({ operations, account, mined })
  const outcomes = await inGroups({ chain, signal, all: looked.map((operation) => callsOf(operation, deep)) })
  const { done: seen, unread } = await settleAll(looked, async (operation, place) => {
    const own = outcomes[place]
    if (own?.status !== 'fulfilled') throw own?.reason
    return seenOf({ chain, operation, own: own.value, deep })
  })
  return { seen, unread, deep, mined, pending: readQuantity(pending) }
}

/** All but those whose place was taken that nothing is noted of: of these the ones that were written to longest ago. */
function lookedAt({ operations, account, mined }: Pick<Looking, 'operations' | 'account'> & Pick<Looked, 'mined'>) {
  const isUnnoted = (each: Placed) => each.transactionHash === null && isTakenBefore({ each, account, mined })
  const unnoted = operations.filter(isUnnoted).toSorted(byWriting).slice(0, mostTaken)
  return [...unnoted, ...operations.filter((each) => !isUnnoted(each))]
}

/** Whether blocks have so many of the account's transactions that one of them has this one's place. */
export const isTakenBefore = ({
  each,
  account,
  mined,
}: Pick<Looking, 'account'> & Pick<Looked, 'mined'> & { readonly each: Placed }): boolean =>
  isOf(account, each) && BigInt(each.place) < mined

export const byWriting = (one: OpenOperation, other: OpenOperation): number =>
  one.updatedAt.getTime() - other.updatedAt.getTime()

export async function settleAll<Item, Done>(
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

interface ReadSeen extends Pick<Reading, 'chain'> {
  readonly operation: Placed
  readonly own: readonly RpcOutcome[]
  readonly deep: bigint
}

function seenOf({ chain, operation, own: [counted, ...outcomes] }: ReadSeen): Seen {
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
    isDisplaced: block === null && count !== null && count > BigInt(operation.place),
  }
}

/** An operation whose place one of its transactions has taken. */
export interface Taken extends Seen {
  readonly block: NonNullable<Seen['block']>
}

/** Whether it is noted already what that block says: read again it is once that is final. Carried out by another's transaction, it has that one's hash. */
export const isNoted = ({ operation: { transactionHash, attempts }, block }: Taken): boolean =>
  transactionHash !== null && (transactionHash === block.hash || attempts.every(({ hash }) => hash !== transactionHash))

interface InBlock extends Taken, Reading {
  readonly deep: bigint
}

/**
 * Reads an operation's outcome where a block has one of its transactions. Anyone who sees an operation that costs nothing may carry it out, and the operator's own transaction
 * fails by that: the EntryPoint says what became of it.
 * @returns null where a node hasn't the receipt yet
 */
export async function readInclusion({ chain, signal, deep, block, operation }: InBlock): Promise<SeenInclusion | null> {
  const own = await ownOf({ chain, signal, operation, block })
  if (own === null) return null
  const inclusion = { ...own, isFinal: block.number <= deep }
  if (own.isOver) return inclusion
  const range = { from: firstBlockOf(operation), to: block.number }
  const done = await carriedOutIn({ chain, signal, hash: operation.hash, ...range }).catch(noneRead)
  return done === null ? inclusion : { ...inclusion, ...done, isOver: true }
}

/** The place is over whatever it was: what isn't read of the operation is looked up once its time is over. */
function noneRead(error: unknown): null {
  if (error instanceof UpstreamError) return null
  throw error
}

interface Own extends Reading {
  readonly operation: OpenOperation
  readonly block: NonNullable<Seen['block']>
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
