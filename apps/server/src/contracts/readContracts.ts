import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  isHex,
  multicall3Abi,
  numberToHex,
} from 'viem'
import type { Chain, RpcCall, RpcOutcome } from '../chains/chains.js'
import { inParts } from '../kernel/inParts.js'
import type { UpstreamError } from '../rpc/UpstreamError.js'
import { refuseNodesFault } from './refuseNodesFault.js'

/** A call of a contract's view function, or the reading of an account's own coin. */
export type Read =
  | { readonly kind: 'call'; readonly to: Address; readonly data: Hex }
  | { readonly kind: 'balance'; readonly account: Address }

export interface ReadContractsParameters {
  chain: Chain
  reads: readonly Read[]
  signal: AbortSignal
}

/**
 * Reads many values of an eip155 network in as few requests as possible: through Multicall3 where it is deployed, which gives
 * them of one and the same block, else in JSON-RPC batches.
 * @returns the bytes that each gave, in order; null for what reverted or isn't there
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

/** Reads a part. Without Multicall3 there are no bytes; where a hostile contract eats all the gas, it fails whole. */
async function readPart({ chain, reads, signal }: ReadContractsParameters): Promise<readonly (Hex | null)[]> {
  if (reads.length > 1) {
    const [outcome] = await chain.request({ calls: [together(reads)], signal })
    const results = separate({ bytes: bytesOf(resultOf({ chain, outcome })), count: reads.length })
    if (results !== null) return results
  }
  const outcomes = await chain.request({ calls: reads.map(alone), signal })
  return reads.map((read, index) => {
    const result = resultOf({ chain, outcome: outcomes[index] })
    return read.kind === 'call' ? bytesOf(result) : wordOf(result)
  })
}

function together(reads: readonly Read[]): RpcCall {
  const calls = reads.map((read) => {
    if (read.kind === 'call') return { target: read.to, allowFailure: true, callData: read.data }
    const callData = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args: [read.account] })
    return { target: multicall3, allowFailure: true, callData }
  })
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  return { method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }
}

function separate({ bytes, count }: { bytes: Hex | null; count: number }): readonly (Hex | null)[] | null {
  if (bytes === null || bytes === '0x') return null
  try {
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: bytes })
    return results.length === count ? results.map(({ success, returnData }) => (success ? returnData : null)) : null
  } catch {
    return null // another contract is at that address, so the reads are made one by one
  }
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
