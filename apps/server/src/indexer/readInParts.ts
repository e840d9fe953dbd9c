import * as v from 'valibot'
import type { Chain, RpcCall } from '../chains/chains.js'
import { inParts } from '../kernel/inParts.js'
import type { RpcOutcome } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { InconsistentNodeError } from './errors.js'

/** The limits of what a node can be asked for, as earlier failures have set them. */
export interface Care {
  /** the most calls of one request */
  readonly calls: number
  /** how often a call that was asked alone was refused, however that was */
  readonly refusals: Map<string, number>
}

/** The most receipts or headers that are asked for in one request. */
export const mostCalls = 100
/** A call that was refused alone as often is done without: one block or transaction that a node never gives keeps none of the others from being read. */
const mostRefusals = 5

/** A network to read, and how long. */
export interface Reading {
  chain: Pick<Chain, 'request'>
  signal: AbortSignal
  /** without any, if left out */
  care?: Care | undefined
}

interface Read<Output> extends Reading {
  calls: readonly RpcCall[]
  schema: v.GenericSchema<unknown, Output>
  /** for the error: what is read */
  part: string
  /** what is taken for one that can't be had by itself */
  instead?: ((call: RpcCall) => Promise<Output> | Output) | undefined
}

/**
 * Reads what the calls ask for, in order. Where a node refuses, less is asked for, down to one call: strangers decide how large a block, a transaction and its receipt
 * are, and one that is asked for beside others would keep them all from being read, again and again.
 * @throws UpstreamError · {@link InconsistentNodeError} when the node refuses, or gives what isn't asked for
 */
export async function readInParts<Output>({ calls, care = noFailures(), ...asked }: Read<Output>): Promise<Output[]> {
  const results: Output[] = []
  const most = care.refusals.size > 0 ? 1 : care.calls
  for (const some of inParts(calls, most)) results.push(...(await inHalves({ ...asked, care, calls: some })))
  return results
}

const noFailures = (): Care => ({ calls: mostCalls, refusals: new Map() })

async function inHalves<Output>(asked: Read<Output> & { care: Care }): Promise<readonly Output[]> {
  const { chain, calls, signal } = asked
  const [only] = calls
  if (only !== undefined && calls.length === 1) return [await readOne({ ...asked, call: only })]
  const { outcomes, error } = await chain.request({ calls, signal }).then(
    (answered) => ({ outcomes: answered, error: firstError(asked, answered) }),
    (thrown: unknown) => ({ outcomes: [], error: thrown }),
  )
  if (error === undefined) return outcomes.map((outcome) => parse(asked, outcome))
  if (!mayBeOfSize(error)) throw error
  const half = Math.ceil(calls.length / 2)
  const first = await inHalves({ ...asked, calls: calls.slice(0, half) })
  return [...first, ...(await inHalves({ ...asked, calls: calls.slice(half) }))]
}

async function readOne<Output>(asked: Read<Output> & { care: Care; call: RpcCall }): Promise<Output> {
  const { chain, call, care, instead, signal } = asked
  const key = JSON.stringify([call.method, call.params])
  const before = care.refusals.get(key) ?? 0
  if (instead !== undefined && before >= mostRefusals) return instead(call)
  try {
    const outcomes = await chain.request({ calls: [call], signal })
    const error = firstError(asked, outcomes)
    if (error !== undefined) throw error
    const [outcome] = outcomes
    if (outcome === undefined) throw new InconsistentNodeError({ part: asked.part })
    return parse(asked, outcome)
  } catch (error) {
    signal.throwIfAborted()
    if (instead !== undefined && isOfSize(error)) return instead(call)
    if (isRefusal(error)) care.refusals.set(key, before + 1)
    throw error
  }
}

/** A node's refusal of one call, with what it said. */
class RefusedCallError extends InconsistentNodeError {
  /** whether it said that the answer would be too large */
  readonly isOfSize: boolean
  constructor({ part, error }: { part: string; error: { code: number; message: string } }) {
    super({ part, cause: new Error(`code ${error.code}`) })
    this.isOfSize = sizeCodes.includes(error.code) || /too (large|big)/i.test(error.message)
  }
}

/** By geth for what is left of a batch once its answers are too many bytes; by jsonrpsee (Reth) for one answer, and for a batch. */
const sizeCodes: readonly number[] = [-32003, -32008, -32011]

function firstError({ part }: Pick<Read<unknown>, 'part'>, outcomes: readonly RpcOutcome[]): unknown {
  const refusals = outcomes.flatMap((outcome) =>
    'error' in outcome ? [new RefusedCallError({ part, error: outcome.error })] : [],
  )
  return refusals.find((error) => error.isOfSize) ?? refusals[0]
}

function parse<Output>({ schema, part }: Pick<Read<Output>, 'schema' | 'part'>, outcome: RpcOutcome): Output {
  const parsed = v.safeParse(schema, 'result' in outcome ? outcome.result : undefined)
  if (!parsed.success) throw new InconsistentNodeError({ part })
  return parsed.output
}

const isOfSize = (error: unknown): boolean =>
  error instanceof RefusedCallError ? error.isOfSize : error instanceof UpstreamError && error.code === 'too_large'

/** Whether less may be answered: a proxy says that it is too much by a status or a page. */
const mayBeOfSize = (error: unknown): boolean =>
  isRefusal(error) && !(error instanceof UpstreamError && error.code === 'silent')

/** Whether a node was reached and didn't give it. */
const isRefusal = (error: unknown): boolean =>
  error instanceof RefusedCallError || (error instanceof UpstreamError && error.code !== 'limited' && error.delivered)
