import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { encodeFunctionData, numberToHex } from 'viem'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type CarriedOut, carriedOutIn, firstBlockOf, hasUsedIn } from './carriedOut.js'
import type { OpenOperation } from './ledger.js'
import { entryPointAbi } from './operation.js'
import type { Reading } from './readNetwork.js'
import type { Reads } from './reads.js'
import type { Pass } from './sending.js'

const Time = v.object({ timestamp: Quantity })

/** So many are looked up at the same time. */
const mostAtOnce = 4

interface EndFreed extends Pass {
  readonly operations: readonly OpenOperation[]
  readonly reads: Reads
}

/**
 * Ends operations whose place is freed. Whoever has seen one may carry it out, and nothing but its nonce or its time ends that: both are looked up in a block that is
 * final, and of its time or later.
 */
export async function endFreed({ operations, reads, ...request }: EndFreed): Promise<void> {
  const { clock } = request
  const due = operations.filter(({ operation: { validUntil } }) => clock.now() >= validUntil * 1_000)
  const final = due.length === 0 ? null : await finalBlock(request)
  if (final === null) return
  const over = due.filter(({ operation: { validUntil } }) => final.timestamp >= BigInt(validUntil))
  for (let from = 0; from < over.length && reads.hasRoom('freed'); from += mostAtOnce) {
    const some = over.slice(from, from + mostAtOnce)
    await Promise.all(some.map((operation) => end({ ...request, chain: reads.chain, operation, final })))
  }
}

async function end({ operation, final, ...request }: Pass & Pick<Fate, 'operation' | 'final'>): Promise<void> {
  const { chain, ledger, log, signal } = request
  const { hash } = operation
  try {
    await ledger.end({ hash, done: await fateOf({ ...request, final, operation }) })
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ chainId: chain.id, error }, 'what became of a sponsored operation could not be read')
    await ledger.postpone({ hashes: [hash] })
  }
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
  /** of the operation's end or later */
  readonly final: FinalBlock
}

/** @returns an operation's outcome, as it was carried out; null where it wasn't, and can't be any more. @throws UpstreamError · the signal's reason */
async function fateOf(request: Fate): Promise<CarriedOut | null> {
  const { chain, signal, operation, final } = request
  const [sender, nonce] = [`0x${operation.sender.slice(2)}` as const, BigInt(operation.nonce)]
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getNonce', args: [sender, nonce >> 64n] })
  const calls = [{ method: 'eth_call', params: [{ to: entryPoint, data }, numberToHex(final.number)] }]
  const [outcome] = await chain.request({ calls, signal })
  const isUsed = resultOf({ outcome, schema: Quantity, host: chain.id }) > nonce
  return isUsed ? carriedOut(request) : null
}

/** After so long it is sure without a word on who else used the nonce, in seconds: no node that is asked is so far behind. */
const sureSeconds = 300n

/**
 * Looks for what the EntryPoint says of it, from when it was taken to the end of its time. What used its nonce later, or another operation in it, leaves nothing of it: of the latter
 * the EntryPoint says so, and of what its account did by itself nothing does.
 * @throws UpstreamError while neither is found
 */
async function carriedOut({ operation, final, ...reading }: Fate): Promise<CarriedOut | null> {
  const { hash, sender, nonce } = operation
  const { validUntil } = operation.operation
  const from = firstBlockOf(operation)
  const to = await blockAt({ ...reading, from, deep: final.number, time: validUntil })
  const done = await carriedOutIn({ ...reading, hash, from, to })
  if (done !== null || final.timestamp >= BigInt(validUntil) + sureSeconds) return done
  const used = { sender: `0x${sender.slice(2)}`, nonce: BigInt(nonce) } as const
  if (await hasUsedIn({ ...reading, ...used, from, to })) return null
  throw new UpstreamError({ code: 'unreachable', host: reading.chain.id, delivered: true })
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
