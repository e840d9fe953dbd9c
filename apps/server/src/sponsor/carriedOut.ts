import { entryPoint } from '@foyer/evm/delegate'
import * as v from 'valibot'
import { type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { Quantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Inclusion, OpenOperation } from './ledger.js'
import { entryPointAbi } from './operation.js'
import type { Reading } from './readNetwork.js'

/** An event of a contract's, as nodes give it. */
export const Log = v.object({ address: v.string(), topics: v.array(v.string()), data: v.string() })
type Log = v.InferOutput<typeof Log>
const OwnLog = v.object({ ...Log.entries, transactionHash: v.string() })
type OwnLog = v.InferOutput<typeof OwnLog>

const [event] = entryPointAbi.filter(({ type }) => type === 'event')
const doneTopic = event && toEventSelector(event)

/** Whether it is the EntryPoint's word that an operation was carried out: `handleOps` itself doesn't fail where its calls do. */
export const saysDone = ({ address, topics: [topic, operation] }: Log, hash: string): boolean =>
  address.toLowerCase() === entryPoint.toLowerCase() && topic === doneTopic && operation?.toLowerCase() === hash

/** Whether the calls took effect: the second word. */
export const saysSuccess = ({ data }: Log): boolean => BigInt(`0x${data.slice(66, 130)}`) === 1n

/** The blocks of one range at first; nodes that give fewer refuse it. */
const mostBlocks = 1_000n
/** Ranges in one request, and requests of one search: enough for the time of an operation where blocks are of a quarter of a second, ten at a time. */
const [mostRanges, mostRequests] = [16, 64]
/** A node that is asked may be so many blocks behind the one that named a block. */
const behind = 64

/** The first block that may have an operation: its account's nonce wasn't used when it was taken. */
export const firstBlockOf = ({ block }: Pick<OpenOperation, 'block'>): bigint => BigInt(Math.max(block - behind, 0))

interface Blocks extends Reading {
  readonly from: bigint
  readonly to: bigint
}

export type CarriedOut = Pick<Inclusion, 'transactionHash' | 'succeeded'>

/** Looks for what the EntryPoint says in these blocks of an operation. @returns null for nothing. @throws as {@link findLog} */
export async function carriedOutIn({
  hash,
  ...blocks
}: Blocks & { readonly hash: string }): Promise<CarriedOut | null> {
  const log = await findLog({ ...blocks, topics: [hash], is: (each) => saysDone(each, hash) })
  return log === undefined ? null : { transactionHash: log.transactionHash, succeeded: saysSuccess(log) }
}

/** Looks whether in these blocks an account has carried out any operation of a nonce. @throws as {@link findLog} */
export async function hasUsedIn({ sender, nonce, ...blocks }: Blocks & Used): Promise<boolean> {
  const is = ({ address, data }: Log) =>
    address.toLowerCase() === entryPoint.toLowerCase() && BigInt(data.slice(0, 66)) === nonce
  return (await findLog({ ...blocks, topics: [null, pad(sender)], is })) !== undefined
}

interface Used {
  readonly sender: Hex
  readonly nonce: bigint
}

interface Finding extends Blocks {
  /** of what is looked for, behind the event's own */
  readonly topics: readonly (string | null)[]
  readonly is: (log: Log) => boolean
}

/**
 * Looks for an event of operations carried out. No node is asked for more blocks at once than it gives: what is refused is asked for in halves. One that hasn't all of these blocks says
 * nothing by what it doesn't find.
 * @throws UpstreamError where a node hasn't the blocks, refuses a single one, or gives so few that it would be asked too often · the signal's reason
 */
async function findLog({ chain, signal, topics, is, from, to }: Finding): Promise<OwnLog | undefined> {
  let [next, blocks] = [from, mostBlocks]
  for (let requests = 0; next <= to; requests += 1) {
    if (requests === mostRequests) throw new UpstreamError({ code: 'too_large', host: chain.id, delivered: true })
    const ranges = rangesOf({ from: next, to, blocks })
    const calls = ranges.map((range) => ({ method: 'eth_getLogs', params: [filterOf(topics, range)] }))
    // Of the same moment: many a node answers a range beyond its head with what it has.
    const [head, ...outcomes] = await chain.request({
      calls: [{ method: 'eth_blockNumber', params: [] }, ...calls],
      signal,
    })
    if (blocks > 1n && outcomes.some((outcome) => 'error' in outcome)) {
      blocks /= 2n
      continue
    }
    const logs = outcomes.flatMap((outcome) => resultOf({ outcome, schema: v.array(OwnLog), host: chain.id }))
    const log = logs.find(is)
    if (log !== undefined) return log
    const last = ranges.at(-1)?.last ?? to
    if (resultOf({ outcome: head, schema: Quantity, host: chain.id }) < last)
      throw new UpstreamError({ code: 'unreachable', host: chain.id, delivered: true })
    next = last + 1n
  }
  return undefined
}

interface Range {
  readonly first: bigint
  readonly last: bigint
}

const filterOf = (topics: Finding['topics'], { first, last }: Range) => ({
  address: entryPoint,
  topics: [doneTopic, ...topics],
  fromBlock: numberToHex(first),
  toBlock: numberToHex(last),
})

interface Ranges extends Pick<Finding, 'from' | 'to'> {
  readonly blocks: bigint
}

function rangesOf({ from, to, blocks }: Ranges): readonly Range[] {
  const needed = Number((to - from) / blocks) + 1
  return Array.from({ length: Math.min(needed, mostRanges) }, (_, place) => {
    const first = from + BigInt(place) * blocks
    return { first, last: place + 1 === needed ? to : first + blocks - 1n }
  })
}
