import * as v from 'valibot'
import type { Chain, RpcCall } from '../chains/chains.js'
import { isFaultCode } from '../contracts/refuseNodesFault.js'
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
  /** how often that must be before it is done without */
  readonly patience: number
  /** how many rounds have done without none since the last that did */
  readonly quiet: number
  /** of each method a call that was answered */
  readonly answered: Map<string, RpcCall>
}

/** The most receipts or headers that are asked for in one request. */
export const mostCalls = 100
/** A call that was refused alone as often is done without: one block or transaction that a node never gives keeps none of the others from being read. */
export const mostRefusals = 6
/** As often where a node has shown that it never gives some: a stranger who pays for such a transaction in each block takes 3 s of each round. */
export const leastRefusals = 3
/** A limit is of all calls, and ends; one that holds for a single call alone for half an hour is of its size. */
const mostLimits = 60
/** So many refused calls are met in one round, which counts the refusals of each. */
const mostRefused = 16

/** After so many rounds without one it is asked for as often as at first: those of ten minutes at least. */
const quietRounds = 600

export const newCare = (): Care => ({
  calls: mostCalls,
  refusals: new Map(),
  patience: mostRefusals,
  quiet: 0,
  answered: new Map(),
})

/** The limits after a round that succeeded: twice as much, and less patience where something was done without. */
export function careAfter({ calls, refusals, patience, quiet, answered }: Care): Care {
  const shared = { calls: Math.min(mostCalls, calls * 2), refusals: new Map<string, number>(), answered }
  if ([...refusals.values()].includes(givenUp)) return { ...shared, patience: leastRefusals, quiet: 0 }
  return { ...shared, patience: quiet < quietRounds ? patience : mostRefusals, quiet: quiet + 1 }
}

/** The count of what is done without, which isn't asked for again in the same step. */
const givenUp = Number.POSITIVE_INFINITY

/** A network to read, and how long. */
export interface Reading {
  chain: Pick<Chain, 'request'>
  signal: AbortSignal
  /** without any, if left out */
  care?: Care | undefined
}

interface Read<Output, Instead> extends Reading {
  calls: readonly RpcCall[]
  schema: v.GenericSchema<unknown, Output>
  /** for the error: what is read */
  part: string
  /** what is taken for one that can't be had by itself, and whether that is for its size, by the node's own word */
  instead?: ((call: RpcCall, why: { isOfSize: boolean }) => Promise<Instead> | Instead) | undefined
}

/** The calls of one reading that were refused; the first error ends it. */
interface Refused {
  count: number
  error: unknown
}

type Within<Output, Instead> = Read<Output, Instead> & { care: Care; refused: Refused }

/**
 * Reads what the calls ask for, in order. Where a node refuses, less is asked for, down to one call: strangers decide how large a block, a transaction and its receipt
 * are, and one that is asked for beside others would keep them all from being read, again and again.
 * @throws UpstreamError · {@link InconsistentNodeError} when the node refuses, or gives what isn't asked for
 */
export async function readInParts<Output, Instead = never>({
  calls,
  care = newCare(),
  ...asked
}: Read<Output, Instead>): Promise<(Output | Instead)[]> {
  const results: (Output | Instead)[] = []
  const refused: Refused = { count: 0, error: undefined }
  const most = care.refusals.size > 0 ? 1 : care.calls
  for (const some of inParts(calls, most)) results.push(...(await inHalves({ ...asked, care, refused, calls: some })))
  if (refused.count > 0) throw refused.error
  return results
}

async function inHalves<Output, Instead>(asked: Within<Output, Instead>): Promise<readonly (Output | Instead)[]> {
  const { chain, calls, care, signal } = asked
  const [only] = calls
  if (only !== undefined && calls.length === 1) return readOne({ ...asked, call: only })
  const { outcomes, error } = await chain.request({ calls, signal }).then(
    (answered) => ({ outcomes: answered, error: firstError(asked, answered) }),
    (thrown: unknown) => ({ outcomes: [], error: thrown }),
  )
  if (error === undefined) {
    const results = outcomes.map((outcome) => parse(asked, outcome))
    if (only !== undefined) care.answered.set(only.method, only)
    return results
  }
  if (!mayBeOfSize(error)) throw error
  const half = Math.ceil(calls.length / 2)
  const first = await inHalves({ ...asked, calls: calls.slice(0, half) })
  return [...first, ...(await inHalves({ ...asked, calls: calls.slice(half) }))]
}

/** @returns nothing where it was refused, which is counted: the others are read, so that each refusal of a round is known */
async function readOne<Output, Instead>(
  asked: Within<Output, Instead> & { call: RpcCall },
): Promise<readonly (Output | Instead)[]> {
  const { chain, call, care, refused, instead, signal } = asked
  if (instead !== undefined && care.refusals.get(keyOf(call)) === givenUp)
    return [await instead(call, { isOfSize: false })]
  try {
    const outcomes = await chain.request({ calls: [call], signal })
    const error = firstError(asked, outcomes)
    if (error !== undefined) throw error
    const [outcome] = outcomes
    if (outcome === undefined) throw new InconsistentNodeError({ part: asked.part })
    const result = parse(asked, outcome)
    care.answered.set(call.method, call)
    return [result]
  } catch (error) {
    signal.throwIfAborted()
    if (instead !== undefined && isOfSize(error)) return [await instead(call, { isOfSize: true })]
    if (!isRefusal(error) && !isLimit(error)) throw error
    const isOver = countRefusal({ call, care, error })
    if (instead !== undefined && isOver && (await answersOthers(asked))) {
      care.refusals.set(keyOf(call), givenUp)
      return [await instead(call, { isOfSize: false })]
    }
    if (isLimit(error) || refused.count + 1 >= mostRefused) throw error
    refused.count += 1
    refused.error ??= error
    return []
  }
}

const keyOf = ({ method, params }: RpcCall) => JSON.stringify([method, params])

/** @returns whether it was refused as often as it is asked for */
function countRefusal({ call, care, error }: { call: RpcCall; care: Care; error: unknown }): boolean {
  const key = `${isLimit(error) ? 'limited ' : ''}${keyOf(call)}`
  const count = (care.refusals.get(key) ?? 0) + 1
  care.refusals.set(key, count)
  return count >= (isLimit(error) ? mostLimits : care.patience)
}

/** Whether the node gives now what it gave before by the same method: else it is away, and nothing is done without. */
async function answersOthers({ chain, call, care, part, signal }: Within<unknown, unknown> & { call: RpcCall }) {
  const other = care.answered.get(call.method)
  if (other === undefined) return true
  const error = await chain.request({ calls: [other], signal }).then(
    (outcomes) => firstError({ part }, outcomes),
    (thrown: unknown) => thrown,
  )
  signal.throwIfAborted()
  return error === undefined
}

/** A node's refusal of one call, with what it said. */
class RefusedCallError extends InconsistentNodeError {
  /** whether it said that the answer would be too large */
  readonly isOfSize: boolean
  /** whether it said that it was asked too often, or is away: that is of all calls, not of this one */
  readonly isLimit: boolean
  constructor({ part, error }: { part: string; error: { code: number; message: string } }) {
    super({ part, cause: new Error(`code ${error.code}`) })
    this.isOfSize = sizeCodes.includes(error.code) || /too (large|big)/i.test(error.message)
    this.isLimit = !this.isOfSize && (isFaultCode(error.code) || /rate.?limit|too many requests/i.test(error.message))
  }
}

/** By geth for what is left of a batch once its answers are too many bytes; by jsonrpsee (Reth) for one answer, and for a batch. */
const sizeCodes: readonly number[] = [-32003, -32008, -32011]

function firstError({ part }: Pick<Read<unknown, unknown>, 'part'>, outcomes: readonly RpcOutcome[]): unknown {
  const refusals = outcomes.flatMap((outcome) =>
    'error' in outcome ? [new RefusedCallError({ part, error: outcome.error })] : [],
  )
  return refusals.find((error) => error.isOfSize) ?? refusals[0]
}

function parse<Output>({ schema, part }: Pick<Read<Output, unknown>, 'schema' | 'part'>, outcome: RpcOutcome): Output {
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
  error instanceof RefusedCallError
    ? !error.isLimit
    : error instanceof UpstreamError && error.code !== 'limited' && error.delivered

/** Whether a node was reached and said, in an answer, that it was asked too often. */
const isLimit = (error: unknown): boolean => error instanceof RefusedCallError && error.isLimit
