import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { encodeFunctionData, numberToHex } from 'viem'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { carriedOutIn } from './inclusion.js'
import type { Inclusion, OpenOperation } from './ledger.js'
import { entryPointAbi } from './operation.js'
import type { Reading } from './readNetwork.js'
import type { Pass } from './sending.js'

const Time = v.object({ timestamp: Quantity })

/** Whoever has seen an operation may carry it out, and nothing but its nonce or its time ends that: both are looked up in a block that is final. */
export async function endFreed({ operations, ...request }: Pass & { readonly operations: readonly OpenOperation[] }) {
  const { ledger, clock } = request
  const due = operations.filter(({ operation: { validUntil } }) => clock.now() >= validUntil * 1_000)
  for (const operation of due) {
    const fate = await fateOf({ ...request, ...operation, ...operation.operation })
    if (fate !== 'open') await ledger.end({ hash: operation.hash, done: fate })
  }
}

interface Fate extends Reading {
  readonly confirmations: number
  readonly hash: string
  readonly sender: string
  readonly nonce: string
  /** in seconds since 1970 */
  readonly validUntil: number
}

/**
 * Finds out what became of an operation that anyone may carry out.
 * @returns as it was carried out; null where it wasn't, and can't be any more; `open` while it may be
 * @throws UpstreamError · the signal's reason
 */
export async function fateOf(request: Fate): Promise<Omit<Inclusion, 'paid'> | null | 'open'> {
  const { chain, signal, confirmations, sender, nonce, validUntil } = request
  const [first] = await chain.request({ calls: [{ method: 'eth_blockNumber', params: [] }], signal })
  const deep = resultOf({ outcome: first, schema: Quantity, host: chain.id }) - BigInt(confirmations) + 1n
  if (deep < 0n) return 'open'
  const args = [`0x${sender.slice(2)}`, BigInt(nonce) >> 64n] as const
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getNonce', args })
  const [used, block] = await chain.request({
    calls: [
      { method: 'eth_call', params: [{ to: entryPoint, data }, numberToHex(deep)] },
      { method: 'eth_getBlockByNumber', params: [numberToHex(deep), false] },
    ],
    signal,
  })
  const isUsed = resultOf({ outcome: used, schema: Quantity, host: chain.id }) > BigInt(nonce)
  const { timestamp } = resultOf({ outcome: block, schema: Time, host: chain.id })
  if (isUsed) return carriedOut({ ...request, deep })
  return timestamp >= BigInt(validUntil) ? null : 'open'
}

/** A node answers so many blocks' events at once. */
const atOnce = 1_000n
/** More than any operation is valid for, and clocks differ by. */
const longestSeconds = 3_600

/** Looks for what the EntryPoint says of it in the blocks of its time. What used its nonce later, or another operation in it, leaves nothing of it. */
async function carriedOut({
  deep,
  ...request
}: Fate & { readonly deep: bigint }): Promise<Omit<Inclusion, 'paid'> | null> {
  const { validUntil } = request
  const begins = await blockAt({ ...request, deep, time: validUntil - longestSeconds })
  const ends = await blockAt({ ...request, deep, time: validUntil })
  for (let from = begins; from <= ends; from += atOnce) {
    const last = from + atOnce - 1n
    const done = await carriedOutIn({ ...request, from, to: last < ends ? last : ends })
    if (done !== null) return done
  }
  return null
}

interface BlockAt extends Reading {
  readonly deep: bigint
  readonly time: number
}

/** The first block of a time or later, at most the one that is final. */
async function blockAt({ chain, signal, deep, time }: BlockAt): Promise<bigint> {
  let [low, high] = [0n, deep]
  while (low < high) {
    const middle = (low + high) / 2n
    const calls = [{ method: 'eth_getBlockByNumber', params: [numberToHex(middle), false] }]
    const [outcome] = await chain.request({ calls, signal })
    const { timestamp } = resultOf({ outcome, schema: Time, host: chain.id })
    if (timestamp >= BigInt(time)) high = middle
    else low = middle + 1n
  }
  return low
}
