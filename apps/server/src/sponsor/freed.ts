import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { encodeFunctionData, numberToHex } from 'viem'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { type CarriedOut, carriedOutIn, firstBlockOf } from './carriedOut.js'
import type { OpenOperation } from './ledger.js'
import { entryPointAbi } from './operation.js'
import type { Reading } from './readNetwork.js'
import type { Pass } from './sending.js'

const Time = v.object({ timestamp: Quantity })

/** So many are looked up in a pass, at the same time: the others have theirs in the next. */
const mostInPass = 8

/**
 * Ends operations whose place is freed. Whoever has seen one may carry it out, and nothing but its nonce or its time ends that: both are looked up in a block that is
 * final, and of its time or later.
 */
export async function endFreed({ operations, ...request }: Pass & { readonly operations: readonly OpenOperation[] }) {
  const { chain, ledger, clock, log } = request
  const due = operations.filter(({ operation: { validUntil } }) => clock.now() >= validUntil * 1_000)
  const final = due.length === 0 ? null : await finalBlock(request)
  if (final === null) return
  const over = due.filter(({ operation: { validUntil } }) => final.timestamp >= BigInt(validUntil))
  const ends = over.slice(0, mostInPass).map(async (operation) => {
    const { hash } = operation
    try {
      await ledger.end({ hash, done: await fateOf({ ...request, deep: final.number, operation }) })
    } catch (error) {
      request.signal.throwIfAborted()
      log.warn({ chainId: chain.id, error }, 'what became of a sponsored operation could not be read')
      await ledger.postpone({ hash })
    }
  })
  await Promise.all(ends)
}

interface FinalBlock {
  readonly number: bigint
  readonly timestamp: bigint
}

/** @returns null while none is */
async function finalBlock({ chain, signal, confirmations }: Pass): Promise<FinalBlock | null> {
  const [outcome] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
  const number = resultOf({ outcome, schema: Quantity, host: chain.id }) - BigInt(confirmations) + 1n
  return number < 0n ? null : { number, timestamp: await timeOf({ chain, signal, number }) }
}

async function timeOf({ chain, signal, number }: Reading & { readonly number: bigint }): Promise<bigint> {
  const calls = [{ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }]
  const [outcome] = await chain.request({ calls, signal })
  return resultOf({ outcome, schema: Time, host: chain.id }).timestamp
}

interface Fate extends Reading {
  readonly operation: OpenOperation
  /** a final block, of the operation's end or later */
  readonly deep: bigint
}

/** @returns an operation's outcome, as it was carried out; null where it wasn't, and can't be any more. @throws UpstreamError · the signal's reason */
async function fateOf(request: Fate): Promise<CarriedOut | null> {
  const { chain, signal, operation, deep } = request
  const [sender, nonce] = [`0x${operation.sender.slice(2)}` as const, BigInt(operation.nonce)]
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getNonce', args: [sender, nonce >> 64n] })
  const calls = [{ method: 'eth_call', params: [{ to: entryPoint, data }, numberToHex(deep)] }]
  const [outcome] = await chain.request({ calls, signal })
  const isUsed = resultOf({ outcome, schema: Quantity, host: chain.id }) > nonce
  return isUsed ? carriedOut(request) : null
}

/** Looks for what the EntryPoint says of it, from when it was taken to the end of its time. What used its nonce later, or another operation in it, leaves nothing of it. */
async function carriedOut({ operation, deep, ...reading }: Fate): Promise<CarriedOut | null> {
  const from = firstBlockOf(operation)
  const to = await blockAt({ ...reading, from, deep, time: operation.operation.validUntil })
  return carriedOutIn({ ...reading, hash: operation.hash, from, to })
}

interface BlockAt extends Reading {
  readonly from: bigint
  readonly deep: bigint
  readonly time: number
}

/** The first block of a time or later, from one that is earlier on, at most the one that is final. */
async function blockAt({ from, deep, time, ...reading }: BlockAt): Promise<bigint> {
  let [low, high] = [from, deep]
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await timeOf({ ...reading, number: middle })) >= BigInt(time)) high = middle
    else low = middle + 1n
  }
  return low
}
