import * as v from 'valibot'
import type { RpcCall } from '../chains/chains.js'
import {
  Block,
  BlockHeader,
  BlockNumber,
  type BlockTransaction,
  BlockWithHashes,
  MinedTransaction,
  PendingTransaction,
  Receipt,
  ReceiptSides,
} from './block.js'
import { InconsistentNodeError } from './errors.js'
import { type Reading, readInParts } from './readInParts.js'

export type { Reading } from './readInParts.js'

const toHex = (number: number) => `0x${number.toString(16)}`

const headerCall = (number: number): RpcCall => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] })

/** The newest block's number, and the block at a number: null beyond the head. */
export async function readHead({ chain, at, signal }: Reading & { at: number | null }): Promise<{
  readonly head: number
  readonly header: BlockHeader | null
}> {
  const calls: readonly RpcCall[] = [
    { method: 'eth_blockNumber', params: [] },
    ...(at === null ? [] : [headerCall(at)]),
  ]
  const [number, block] = await chain.request({ calls, signal })
  const head = v.safeParse(BlockNumber, number && 'result' in number ? number.result : undefined)
  if (!head.success) throw new InconsistentNodeError({ part: 'head' })
  if (at === null) return { head: head.output, header: null }
  const header = v.safeParse(v.nullable(BlockHeader), block && 'result' in block ? block.result : undefined)
  if (!header.success) throw new InconsistentNodeError({ part: 'head' })
  return { head: head.output, header: header.output }
}

/** The headers at the numbers; null where the chain doesn't reach them. */
export function readHeaders({
  numbers,
  ...asked
}: Reading & { numbers: readonly number[] }): Promise<readonly (BlockHeader | null)[]> {
  const calls = numbers.map(headerCall)
  return readInParts({ ...asked, calls, schema: v.nullable(BlockHeader), part: 'headers' })
}

/** A transaction that can't be read whole: what of it isn't known. */
type Unread = 'transaction' | 'receipt'

export interface Leaving {
  /** called with each transaction of which a part can't be had */
  onUnread: (hash: string, part: Unread) => void
}

/**
 * Blocks with their transactions. One that is too large by itself is read without them, and then each of them by its own name.
 * @throws {@link InconsistentNodeError} unless each block is the parent of the next
 */
export async function readBlocks(request: Reading & Leaving & { from: number; to: number }): Promise<readonly Block[]> {
  const { from, to, onUnread, ...asked } = request
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const calls = numbers.map((number): RpcCall => ({ method: 'eth_getBlockByNumber', params: [toHex(number), true] }))
  const numberOf = new Map(calls.map((call, index) => [call, from + index]))
  const instead = (call: RpcCall) => readByNames({ ...asked, onUnread, number: numberOf.get(call) ?? from })
  const blocks = await readInParts({ ...asked, calls, schema: Block, part: 'blocks', instead })
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const isInPlace = block.number === numbers[index] && (before === undefined || block.parentHash === before.hash)
    const isWhole = block.transactions.every(({ blockHash }) => blockHash === block.hash)
    if (!isInPlace || !isWhole) throw new InconsistentNodeError({ part: 'blocks' })
  }
  return blocks
}

/** Reads a block by the names of its transactions: what is too large of these is known by its receipt, without its input and value, or not at all. */
async function readByNames({ number, onUnread, ...asked }: Reading & Leaving & { number: number }): Promise<Block> {
  const [block] = await readInParts({ ...asked, calls: [headerCall(number)], schema: BlockWithHashes, part: 'blocks' })
  if (block === undefined) throw new InconsistentNodeError({ part: 'blocks' })
  const calls = block.transactions.map((hash): RpcCall => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const hashOf = new Map(calls.map((call, index) => [call, block.transactions[index]]))
  const instead = async (call: RpcCall): Promise<MinedTransaction | null> => {
    const hash = hashOf.get(call)
    if (hash === undefined) throw new InconsistentNodeError({ part: 'transactions' })
    onUnread(hash, 'transaction')
    return readByReceipt({ ...asked, hash })
  }
  // A node that doesn't know one of a block's transactions is behind the one that gave the block: it is asked again.
  const found = await readInParts({ ...asked, calls, schema: MinedTransaction, part: 'transactions', instead })
  for (const [index, transaction] of found.entries()) {
    if (transaction !== null && transaction.hash !== block.transactions[index])
      throw new InconsistentNodeError({ part: 'transactions' })
  }
  return { ...block, transactions: found.filter((transaction) => transaction !== null) }
}

/** Takes what a receipt says of its transaction; nothing where that is too large as well. */
async function readByReceipt({ hash, ...asked }: Reading & { hash: string }): Promise<MinedTransaction | null> {
  const calls: readonly RpcCall[] = [{ method: 'eth_getTransactionReceipt', params: [hash] }]
  const [sides] = await readInParts({ ...asked, calls, schema: ReceiptSides, part: 'receipts', instead: () => null })
  return sides === undefined || sides === null ? null : { ...sides, hash, nonce: 0, value: 0n, input: '0x' }
}

/**
 * The transactions of these names that are in a block; others aren't there, and neither is one that is too large to be read.
 */
export async function readTransactions({
  hashes,
  ...asked
}: Reading & { hashes: readonly string[] }): Promise<readonly MinedTransaction[]> {
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const schema = v.nullable(v.union([MinedTransaction, PendingTransaction]))
  const found = await readInParts({ ...asked, calls, schema, part: 'transactions', instead: () => null })
  return found.flatMap((transaction, index) =>
    transaction?.blockHash && transaction.hash === hashes[index] ? [transaction] : [],
  )
}

type Named = Pick<BlockTransaction, 'hash' | 'blockHash'>

/**
 * The receipt of each transaction, in order. One that is too large by itself is taken without its logs: only what succeeded has any. Of one that a node never gives, and
 * doesn't say why, it isn't known whether it succeeded.
 * @throws {@link InconsistentNodeError} when one is missing, or is of another transaction or block
 */
export async function readReceipts({
  transactions,
  onUnread,
  ...asked
}: Reading & Leaving & { transactions: readonly Named[] }): Promise<readonly Receipt[]> {
  const calls = transactions.map(({ hash }): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const byCall = new Map(calls.map((call, index) => [call, transactions[index]]))
  const instead = (call: RpcCall, { isOfSize }: { isOfSize: boolean }): Receipt => {
    const named = byCall.get(call)
    if (named === undefined) throw new InconsistentNodeError({ part: 'receipts' })
    onUnread(named.hash, 'receipt')
    const { hash: transactionHash, blockHash } = named
    return { transactionHash, blockHash, contractAddress: null, status: isOfSize ? true : null, logs: null }
  }
  const receipts = await readInParts({ ...asked, calls, schema: Receipt, part: 'receipts', instead })
  for (const [index, receipt] of receipts.entries()) {
    const { hash, blockHash } = transactions[index] ?? {}
    const isOfIt = receipt.transactionHash === hash && receipt.blockHash === blockHash
    const logsFit = (receipt.logs ?? []).every((log) => log.transactionHash === hash && log.blockHash === blockHash)
    if (!isOfIt || !logsFit) throw new InconsistentNodeError({ part: 'receipts' })
  }
  return receipts
}
