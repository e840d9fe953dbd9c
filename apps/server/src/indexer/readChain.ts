import * as v from 'valibot'
import type { Chain, RpcCall } from '../chains/chains.js'
import { inParts } from '../kernel/inParts.js'
import type { RpcOutcome } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import {
  Block,
  BlockHeader,
  BlockNumber,
  type BlockTransaction,
  MinedTransaction,
  PendingTransaction,
  Receipt,
} from './block.js'
import { InconsistentNodeError } from './errors.js'

/** A network to read, and how long. */
export interface Reading {
  chain: Pick<Chain, 'request'>
  signal: AbortSignal
}

/** The most receipts or headers that are asked for in one request. */
const mostCalls = 100

const toHex = (number: number) => `0x${number.toString(16)}`

interface Read<Output> extends Reading {
  calls: readonly RpcCall[]
  schema: v.GenericSchema<unknown, Output>
  /** for the error: what is read */
  part: string
  /** what is taken for one that is too large by itself */
  instead?: ((call: RpcCall) => unknown) | undefined
}

/** @throws UpstreamError · {@link InconsistentNodeError} when the node refuses, or gives what isn't asked for */
async function readAll<Output>({ schema, part, ...asked }: Read<Output>): Promise<readonly Output[]> {
  const results: Output[] = []
  for (const some of inParts(asked.calls, mostCalls)) {
    for (const outcome of await inHalves({ ...asked, calls: some })) {
      if ('error' in outcome) throw new InconsistentNodeError({ part, cause: new Error(`code ${outcome.error.code}`) })
      const parsed = v.safeParse(schema, outcome.result)
      if (!parsed.success) throw new InconsistentNodeError({ part })
      results.push(parsed.output)
    }
  }
  return results
}

/**
 * Asks for less where all at once is more than an answer may be, down to one call: a stranger's transaction decides how large its receipt is, and
 * one that is asked for beside others would keep them all from being read, again and again.
 */
async function inHalves({
  chain,
  calls,
  instead,
  signal,
}: Pick<Read<unknown>, 'chain' | 'calls' | 'instead' | 'signal'>): Promise<readonly RpcOutcome[]> {
  try {
    const outcomes = await chain.request({ calls, signal })
    if (calls.length < 2 || !outcomes.some(isRefusedAsLarge)) return outcomes
  } catch (error) {
    if (!(error instanceof UpstreamError && error.code === 'too_large')) throw error
    const [only] = calls
    const one = calls.length === 1 && only !== undefined ? instead?.(only) : undefined
    if (one !== undefined) return [{ result: one }]
    if (calls.length < 2) throw error
  }
  const half = Math.ceil(calls.length / 2)
  const first = await inHalves({ chain, calls: calls.slice(0, half), instead, signal })
  return [...first, ...(await inHalves({ chain, calls: calls.slice(half), instead, signal }))]
}

/** By geth, for what is left of a batch once its answers are too many bytes. */
const isRefusedAsLarge = (outcome: RpcOutcome): boolean => 'error' in outcome && outcome.error.code === -32003

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
  chain,
  numbers,
  signal,
}: Reading & { numbers: readonly number[] }): Promise<readonly (BlockHeader | null)[]> {
  return readAll({ chain, calls: numbers.map(headerCall), schema: v.nullable(BlockHeader), part: 'headers', signal })
}

/**
 * Blocks with their transactions.
 * @throws {@link InconsistentNodeError} unless each block is the parent of the next
 */
export async function readBlocks(request: Reading & { from: number; to: number }): Promise<readonly Block[]> {
  const { chain, from, to, signal } = request
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const calls = numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), true] }))
  const blocks = await readAll({ chain, calls, schema: Block, part: 'blocks', signal })
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const isInPlace = block.number === numbers[index] && (before === undefined || block.parentHash === before.hash)
    const isWhole = block.transactions.every(({ blockHash }) => blockHash === block.hash)
    if (!isInPlace || !isWhole) throw new InconsistentNodeError({ part: 'blocks' })
  }
  return blocks
}

/** The transactions of these names that are in a block; others aren't there. */
export async function readTransactions({
  chain,
  hashes,
  signal,
}: Reading & { hashes: readonly string[] }): Promise<readonly MinedTransaction[]> {
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const schema = v.nullable(v.union([MinedTransaction, PendingTransaction]))
  const found = await readAll({ chain, calls, schema, part: 'transactions', signal })
  return found.flatMap((transaction, index) =>
    transaction?.blockHash && transaction.hash === hashes[index] ? [transaction] : [],
  )
}

type Named = Pick<BlockTransaction, 'hash' | 'blockHash'>

/**
 * The receipt of each transaction, in order. One that is too large by itself is taken without its logs: only what succeeded has any.
 * @throws {@link InconsistentNodeError} when one is missing, or is of another transaction or block
 */
export async function readReceipts({
  chain,
  transactions,
  onUnread,
  signal,
}: Reading & {
  transactions: readonly Named[]
  /** called with the transaction whose logs aren't read */
  onUnread: (hash: string) => void
}): Promise<readonly Receipt[]> {
  const calls = transactions.map(({ hash }): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const byCall = new Map(calls.map((call, index) => [call, transactions[index]]))
  const instead = (call: RpcCall) => {
    const named = byCall.get(call)
    if (named === undefined) return undefined
    onUnread(named.hash)
    return { transactionHash: named.hash, blockHash: named.blockHash, status: '0x1', logs: [] }
  }
  const receipts = await readAll({ chain, calls, schema: Receipt, part: 'receipts', instead, signal })
  for (const [index, receipt] of receipts.entries()) {
    const { hash, blockHash } = transactions[index] ?? {}
    const isOfIt = receipt.transactionHash === hash && receipt.blockHash === blockHash
    const logsFit = receipt.logs.every((log) => log.transactionHash === hash && log.blockHash === blockHash)
    if (!isOfIt || !logsFit) throw new InconsistentNodeError({ part: 'receipts' })
  }
  return receipts
}
