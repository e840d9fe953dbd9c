import { type Address, encodeFunctionData, type Hex, isHex, multicall3Abi, numberToHex } from 'viem'
import type { Chain, RpcCall, RpcOutcome } from '../chains/chains.js'
import { upTo } from '../chains/upTo.js'
import { inParts } from '../kernel/inParts.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { resultsIn } from './multicallResults.js'
import { refuseNodesFault } from './refuseNodesFault.js'

/** A call of a contract's view function, or the reading of an account's own coin. */
export type Read =
  | {
      readonly kind: 'call'
      readonly to: Address
      readonly data: Hex
      /** so many bytes its answer has at most; 4 kB if left out: a number or a name */
      readonly most?: number | undefined
    }
  | { readonly kind: 'balance'; readonly account: Address }

export interface ReadContractsParameters {
  chain: Chain
  reads: readonly Read[]
  signal: AbortSignal
}

/**
 * Reads many values of an eip155 network in as few requests as possible: through Multicall3 where it is deployed, which gives
 * them of one and the same block, else in JSON-RPC batches.
 * @returns the bytes that each gave, in order; null for what reverted, isn't there, or is longer than it may be
 * @throws {@link UpstreamError} when the network doesn't answer, or limits the rate · the signal's reason
 * @see https://www.multicall3.com
 * @example
 * const [held] = await readContracts({ chain, reads: [{ kind: 'balance', account }], signal })
 */
export async function readContracts(request: ReadContractsParameters): Promise<readonly (Hex | null)[]> {
  const { chain, reads, signal } = request
  const parts = inParts(reads, mostInOne)
  const answers = await Promise.all(parts.map((part) => readPart({ chain, reads: part, signal })))
  return answers.flat()
}

/** At the same address on every network that has it. */
export const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** The most reads in one call: a node gives it some 50 million gas, and a reading of a token takes some 30,000. */
const mostInOne = 300

const usualMost = 4 * 1024
const mostOf = (read: Read): number => (read.kind === 'call' ? (read.most ?? usualMost) : 32)

/** Reads a part. Without Multicall3 there are no bytes; where a hostile contract eats all the gas, it fails whole. */
async function readPart(part: ReadContractsParameters): Promise<readonly (Hex | null)[]> {
  const { chain, reads } = part
  if (reads.length > 1) {
    const outcomes = await outcomesOf({ ...part, calls: [together(reads)] })
    if (outcomes === null) return readHalves(part)
    const results = resultsIn({ bytes: bytesOf(resultOf({ chain, outcome: outcomes[0] })), count: reads.length })
    if (results !== null) return results.map((bytes, index) => upToMost({ bytes, read: reads[index] }))
  }
  const outcomes = await outcomesOf({ ...part, calls: reads.map(alone) })
  if (outcomes === null) return readHalves(part)
  return reads.map((read, index) => {
    const result = resultOf({ chain, outcome: outcomes[index] })
    return read.kind === 'call' ? upToMost({ bytes: bytesOf(result), read }) : wordOf(result)
  })
}

/** An answer that is too large has at least one read that is: the others are read without it. */
async function readHalves({ reads, ...part }: ReadContractsParameters): Promise<readonly (Hex | null)[]> {
  if (reads.length === 1) return [null]
  const middle = Math.ceil(reads.length / 2)
  const halves = [reads.slice(0, middle), reads.slice(middle)]
  return (await Promise.all(halves.map((half) => readPart({ ...part, reads: half })))).flat()
}

/** Room for the words of Multicall3's or the JSON around the bytes of one read. */
const frame = 512
/** Room for the JSON around all of them. */
const frameOfAll = 4 * 1024

/**
 * Asks for reads; strangers' contracts say how long the answers are, so they are counted as they come.
 * @returns null where all of it is longer than the reads may be together
 * @throws as {@link readContracts}
 */
async function outcomesOf(request: ReadContractsParameters & { calls: readonly RpcCall[] }) {
  const { chain, reads, calls, signal } = request
  // A byte is two letters.
  const hasRoom = upTo(reads.reduce((sum, read) => sum + 2 * mostOf(read) + frame, frameOfAll))
  let isTooLarge = false
  const count = (bytes: number): boolean => {
    isTooLarge ||= !hasRoom(bytes)
    return !isTooLarge
  }
  try {
    const outcomes = await chain.request({ calls, signal, count })
    return isTooLarge ? null : outcomes
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'too_large') return null
    throw error
  }
}

const upToMost = ({ bytes, read }: { bytes: Hex | null; read: Read | undefined }): Hex | null =>
  bytes === null || read === undefined || bytes.length > 2 + 2 * mostOf(read) ? null : bytes

function together(reads: readonly Read[]): RpcCall {
  const calls = reads.map((read) => {
    if (read.kind === 'call') return { target: read.to, allowFailure: true, callData: read.data }
    const callData = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [read.account] })
    return { target: multicall3, allowFailure: true, callData }
  })
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  return { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
}

const alone = (read: Read): RpcCall =>
  read.kind === 'call'
    ? { method: 'eth_call', params: [{ to: read.to, data: read.data }, 'latest'] }
    : { method: 'eth_getBalance', params: [read.account, 'latest'] }

function resultOf({ chain, outcome }: { chain: Chain; outcome: RpcOutcome | undefined }): unknown {
  refuseNodesFault({ chain, outcome })
  return outcome === undefined || 'error' in outcome ? null : outcome.result
}

const bytesOf = (result: unknown): Hex | null => (isHex(result) && result.length % 2 === 0 ? result : null)

/** A balance is a quantity without leading zeros: padded to a word like all others. */
function wordOf(result: unknown): Hex | null {
  const isQuantity = isHex(result) && result.length > 2 && result.length <= 66
  return isQuantity ? numberToHex(BigInt(result), { size: 32 }) : null
}
