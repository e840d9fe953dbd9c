import type { SimulatedCall } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { UpstreamError } from '../chains/UpstreamError.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'

const hex = v.custom<Hex>((text) => isHex(text))
const number = v.pipe(
  hex,
  v.transform((text) => BigInt(text)),
)

/** What a call leaves in a block's record. */
export interface CallLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{40}$/i),
  v.custom<Address>((text) => isHex(text)),
)

const Log = v.object({ address, topics: v.array(hex), data: hex })

const CallResult = v.pipe(
  v.object({
    status: number,
    returnData: hex,
    gasUsed: number,
    logs: v.optional(v.array(Log), []),
    error: v.optional(v.nullable(v.object({ message: v.optional(v.string(), '') }))),
  }),
  v.transform(({ status, returnData, gasUsed, logs, error }) => ({
    ...{ isDone: status === 1n, answer: returnData, gas: gasUsed, logs, message: error?.message ?? '' },
  })),
)
export type CallResult = v.InferOutput<typeof CallResult>

const Simulated = v.pipe(v.array(v.object({ calls: v.array(CallResult) })), v.length(1))

const Head = v.object({ number, timestamp: number })

/** The block that calls follow, and when they are taken to happen, in seconds since 1970. */
export interface Head {
  readonly number: bigint
  readonly time: bigint
}

export interface EvmCall {
  readonly from: Address
  readonly to?: string | undefined
  readonly data: string
  readonly value?: string | undefined
}

/** What an account was asked to call. */
export const callOf = (from: Address, { to, value, data }: SimulatedCall): EvmCall => ({ from, to, data, value })

export const paramsOf = ({ from, to, data, value = '0' }: EvmCall) => ({
  from,
  ...(to === undefined ? {} : { to }),
  data,
  value: numberToHex(BigInt(value)),
})

interface At {
  readonly chain: Chain
  readonly client: string
  readonly signal: AbortSignal
}

/** @throws {@link UpstreamError} for an error of the node's, and for what can't be read */
export function resultIn<Result>({
  chain,
  outcome,
  schema,
}: {
  chain: Chain
  outcome: RpcOutcome | undefined
  schema: v.GenericSchema<unknown, Result>
}): Result {
  refuseNodesFault({ chain, outcome })
  const parsed = v.safeParse(schema, outcome !== undefined && 'result' in outcome ? outcome.result : undefined)
  if (parsed.success) return parsed.output
  throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
}

/** The block that everything is asked of, so that two questions are of one state. @throws {@link UpstreamError} */
export async function readHead({ chain, client, signal, now }: At & { readonly now: number }): Promise<Head> {
  const calls = [{ method: 'eth_getBlockByNumber', params: ['latest', false] }]
  const [outcome] = await chain.request({ calls, client, signal })
  const { number, timestamp } = resultIn({ chain, outcome, schema: Head })
  const ofServer = BigInt(Math.floor(now / 1_000))
  // The next block isn't before this one, and a network that stood still makes it now.
  return { number, time: ofServer > timestamp ? ofServer : timestamp + 1n }
}

/** Methods that a node hasn't, or not whole: JSON-RPC's own codes, and those of nodes whose plan lacks it. */
const isLacking = (outcome: RpcOutcome | undefined): boolean =>
  outcome !== undefined &&
  'error' in outcome &&
  ([-32601, -32602, -32004].includes(outcome.error.code) ||
    /not (found|supported|available|implemented)|unsupported|does not exist/i.test(outcome.error.message))

/**
 * Carries out calls one after the other on a block, as `eth_simulateV1` has it: nothing is checked of a signature, a nonce or a fee, and what moves of the
 * coin is among the records.
 * @returns an outcome for each call; null where the node lacks the method
 * @throws {@link UpstreamError}
 */
export async function simulateV1({
  chain,
  client,
  signal,
  head: { number: block, time },
  calls,
  code = {},
}: At & {
  readonly head: Head
  readonly calls: readonly EvmCall[]
  /** Contracts that stand for the time of it, by address. */
  readonly code?: Readonly<Record<string, { readonly code: Hex }>> | undefined
}): Promise<readonly CallResult[] | null> {
  const blockOverrides = { number: numberToHex(block + 1n), time: numberToHex(time) }
  const blockStateCalls = [{ blockOverrides, stateOverrides: code, calls: calls.map(paramsOf) }]
  const params = [{ blockStateCalls, traceTransfers: true, validation: false }, numberToHex(block)]
  const [outcome] = await chain.request({ calls: [{ method: 'eth_simulateV1', params }], client, signal })
  if (isLacking(outcome)) return null
  const [only] = resultIn({ chain, outcome, schema: Simulated })
  if (only?.calls.length !== calls.length) {
    throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
  }
  return only.calls
}
