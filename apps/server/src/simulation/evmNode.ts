import type { SimulatedCall } from '@foyer/core/wire'
import * as v from 'valibot'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { Chain, RpcOutcome } from '../chains/chains.js'
import { upTo } from '../chains/upTo.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import { UpstreamError } from '../rpc/UpstreamError.js'

const hex = v.custom<Hex>((text) => isHex(text))
const number = v.pipe(
  hex,
  v.transform((text) => BigInt(text)),
)

/** Strangers' contracts write the records of a simulation, and they are read in the thread: more than this is no answer. */
export const longestRecord: number = 2 * 1024 * 1024

/** A call's log in a block's record. */
export interface CallLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
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

const Head = v.object({
  ...{ number, timestamp: number, miner: v.optional(address), mixHash: v.optional(hex) },
  baseFeePerGas: v.optional(v.nullable(number)),
})

/** A network on which nothing is paid hasn't the method. */
const Price = v.fallback(
  v.pipe(
    v.object({ result: number }),
    v.transform(({ result }) => result),
  ),
  0n,
)

/** The block that calls follow, and when they are taken to happen, in seconds since 1970. */
export interface Head {
  readonly number: bigint
  readonly time: bigint
  readonly around: Surroundings
}

/** The block and the price that a contract can see: by these it could distinguish a simulation from a transaction that is really sent. */
export interface Surroundings {
  readonly feeRecipient?: Address | undefined
  readonly prevRandao?: Hex | undefined
  /** In wei; of nothing, no one pays and there is no base fee. */
  readonly gasPrice: bigint
}

export interface EvmCall {
  readonly from: Address
  readonly to?: string | undefined
  readonly data: string
  readonly value?: string | undefined
  /** The most gas it may take, where something is paid for it. */
  readonly gas?: bigint | undefined
}

/** Returns the call that an account was asked for. */
export const callOf = (from: Address, { to, value, data }: SimulatedCall): EvmCall => ({ from, to, data, value })

const paramsOf = ({ from, to, data, value = '0', gas }: EvmCall, gasPrice: bigint) => ({
  from,
  ...(to === undefined ? {} : { to }),
  data,
  value: numberToHex(BigInt(value)),
  ...(gas === undefined || gasPrice === 0n ? {} : { gas: numberToHex(gas), gasPrice: numberToHex(gasPrice) }),
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

/** The block that everything is asked of, so that two questions are of one state, and what is paid in the next. @throws {@link UpstreamError} */
export async function readHead({ chain, client, signal, now }: At & { readonly now: number }): Promise<Head> {
  const calls = [
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice', params: [] },
  ]
  const [block, price] = await chain.request({ calls, client, signal })
  const head = resultIn({ chain, outcome: block, schema: Head })
  const usual = v.parse(Price, price)
  const ofServer = BigInt(Math.floor(now / 1_000))
  // The next block's base fee is an eighth more at most.
  const least = ((head.baseFeePerGas ?? 0n) * 9n) / 8n + 1n
  return {
    number: head.number,
    // The next block isn't before this one, and a network that stood still makes it now.
    time: ofServer > head.timestamp ? ofServer : head.timestamp + 1n,
    around: {
      ...{ feeRecipient: head.miner, prevRandao: head.mixHash },
      gasPrice: usual > least || !head.baseFeePerGas ? usual : least,
    },
  }
}

/** Methods that a node hasn't, or not whole: JSON-RPC's own codes, and those of nodes whose plan lacks it. */
const isLacking = (outcome: RpcOutcome | undefined): boolean =>
  outcome !== undefined &&
  'error' in outcome &&
  ([-32601, -32602, -32004].includes(outcome.error.code) ||
    /not (found|supported|available|implemented)|unsupported|does not exist/i.test(outcome.error.message))

interface Simulating extends At {
  readonly head: Pick<Head, 'number' | 'time'>
  readonly around: Surroundings
  readonly calls: readonly EvmCall[]
  /** The state overrides of a simulation, by address. */
  readonly overrides?: Readonly<Record<string, { readonly code?: Hex; readonly balance?: Hex }>> | undefined
}

/**
 * Carries out calls one after the other on a block, as `eth_simulateV1` has it, with what moves of the coin among the records. Where something is paid for them,
 * all is checked but the signature; else neither a nonce nor a fee.
 * @returns an outcome for each call; null where the node lacks the method, or carries nothing of it out: who pays hasn't enough, for one
 * @throws {@link UpstreamError}
 */
export async function simulateV1({
  chain,
  client,
  signal,
  calls,
  overrides = {},
  head: { number: block, time },
  around: { feeRecipient, prevRandao, gasPrice },
}: Simulating): Promise<readonly CallResult[] | null> {
  const blockOverrides = {
    ...{ number: numberToHex(block + 1n), time: numberToHex(time) },
    ...(feeRecipient && { feeRecipient }),
    ...(prevRandao && { prevRandao }),
  }
  const params = calls.map((call) => paramsOf(call, gasPrice))
  const blockStateCalls = [{ blockOverrides, stateOverrides: overrides, calls: params }]
  const asked = { blockStateCalls, traceTransfers: true, validation: gasPrice > 0n }
  const [outcome] = await chain.request({
    calls: [{ method: 'eth_simulateV1', params: [asked, numberToHex(block)] }],
    ...{ client, signal, count: upTo(longestRecord) },
  })
  refuseNodesFault({ chain, outcome })
  if (isLacking(outcome) || (gasPrice > 0n && outcome !== undefined && 'error' in outcome)) return null
  const [only] = resultIn({ chain, outcome, schema: Simulated })
  if (only?.calls.length !== calls.length) {
    throw new UpstreamError({ code: 'not_json_rpc', host: chain.id, delivered: true })
  }
  return only.calls
}
