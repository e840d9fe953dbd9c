import type { JsonRpcRequest } from '@foyer/core/wire'
import type { Lane } from '../kernel/lanes.js'
import { bodyOf, outcomesOf, type RpcCall, type RpcOutcome } from '../rpc/outcomes.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { PassedStream } from './exchange.js'
import { noSuchFilter, pinOf, withPlace } from './filters.js'
import { type HealthStatus, rank } from './health.js'
import { isSending, laneOf } from './methods.js'
import type { Upstream } from './upstream.js'

/** The nodes of a network, in the order of the configuration, and how each of them stands. */
interface Nodes {
  upstreams: readonly Upstream[]
  health: readonly HealthStatus[]
}

interface Ask extends Nodes {
  calls: readonly RpcCall[]
  /** whose they are, as `clientKey` gives it; undefined for the server's own */
  client?: string | undefined
  signal: AbortSignal
  /** called with the bytes of the answers as they come; false: there is no room for them */
  count?: ((bytes: number) => boolean) | undefined
}

/** A node that may be asked, and its place in the configuration. */
interface Candidate {
  readonly upstream: Upstream
  readonly place: number
}

/** The first try and three more. @see F22 */
const mostTries = 4
/** Parts of one large batch that are under way at the same time. */
const mostAtOnce = 8

const ranked = ({ upstreams, health }: Nodes): readonly Candidate[] =>
  rank(health).flatMap((place) => candidateAt({ upstreams, place }))

function candidateAt({ upstreams, place }: { upstreams: readonly Upstream[]; place: number }): readonly Candidate[] {
  const upstream = upstreams[place]
  return upstream === undefined ? [] : [{ upstream, place }]
}

/**
 * Sends a request to a network's nodes. A batch that is too large for one of them is split, and each part fails over by itself; what is
 * asked of a filter goes to the node that has it. If only some of the parts found a node, the calls of the others have an error as
 * their outcome, since executed calls can't be undone.
 * @throws {@link UpstreamError} when no part was answered · the signal's reason
 */
export async function ask({ calls, client, signal, count, ...nodes }: Ask): Promise<readonly RpcOutcome[]> {
  const parts = partsOf({ calls, ...nodes })
  const [only] = parts
  // By all of it: what was one request is as dear in parts.
  const asker = { client, lane: laneOf({ calls, client }) }
  const asking = (part: Part) => askInTurn({ ...part, ...nodes, ...asker, signal, count })
  if (parts.length === 1 && only?.places.length === calls.length) return asking(only)
  const settled = await settleAll(parts.map((part) => () => asking(part)))
  signal.throwIfAborted()
  const failed = settled.find((part) => part.status === 'rejected')
  if (failed !== undefined && settled.every(({ status }) => status === 'rejected')) throw failed.reason
  const outcomes: RpcOutcome[] = calls.map(() => noSuchFilter)
  for (const [index, part] of settled.entries()) {
    for (const [nth, place] of (parts[index]?.places ?? []).entries()) {
      outcomes[place] = part.status === 'fulfilled' ? (part.value[nth] ?? unavailable) : unavailable
    }
  }
  return outcomes
}

const unavailable: RpcOutcome = { error: { code: -32002, message: "The network's nodes don't answer at the moment." } }

/** Calls that travel together. */
interface Part {
  /** where each of them stands in the whole */
  readonly places: readonly number[]
  readonly calls: readonly RpcCall[]
  readonly candidates: readonly Candidate[]
}

function partsOf({ calls, ...nodes }: Nodes & Pick<Ask, 'calls'>): readonly Part[] {
  const pins = calls.map(pinOf)
  const pinned = pins.flatMap((pin, index): readonly Part[] => {
    if (pin === undefined || pin === null) return []
    const candidates = candidateAt({ ...nodes, place: pin.place })
    return candidates.length === 0 ? [] : [{ places: [index], calls: [pin.call], candidates }]
  })
  const candidates = ranked(nodes)
  const free = calls.flatMap((call, index) => (pins[index] === undefined ? [{ call, index }] : []))
  const size = Math.min(free.length, ...candidates.map(({ upstream }) => upstream.maxBatch))
  const together = Array.from({ length: size === 0 ? 0 : Math.ceil(free.length / size) }, (_, part): Part => {
    const some = free.slice(part * size, (part + 1) * size)
    return { places: some.map(({ index }) => index), calls: some.map(({ call }) => call), candidates }
  })
  return [...together, ...pinned]
}

interface AskInTurn extends Pick<Ask, 'upstreams' | 'client' | 'signal' | 'count'> {
  lane: Lane
  candidates: readonly Candidate[]
  calls: readonly RpcCall[]
}

async function askInTurn({ calls, lane, client, signal, count, ...nodes }: AskInTurn): Promise<readonly RpcOutcome[]> {
  const body = bodyOf(calls)
  return inTurn({
    ...nodes,
    calls,
    lane,
    attempt: async ({ upstream, place }) => {
      const answer = await upstream.ask({ body, lane, client, signal, count })
      const outcomes = outcomesOf({ answer, count: calls.length, host: upstream.host })
      return outcomes.map((outcome, index) => withPlace({ call: calls[index], outcome, place }))
    },
  })
}

/**
 * Sends one request under the caller's own id, so that a large answer can be passed on as it comes.
 * @throws as {@link ask}
 */
export async function pass({
  call,
  client,
  signal,
  ...nodes
}: Nodes & Pick<Ask, 'client' | 'signal'> & { call: JsonRpcRequest }): Promise<RpcOutcome | PassedStream> {
  const { id, method, params } = call
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const lane = laneOf({ calls: [call], client })
  return inTurn({
    ...nodes,
    candidates: ranked(nodes),
    calls: [call],
    lane,
    attempt: async ({ upstream }) => {
      const passed = await upstream.pass({ body, lane, client, signal })
      if ('next' in passed) return passed
      const [outcome = unavailable] = outcomesOf({ answer: passed.whole, count: 1, host: upstream.host })
      return outcome
    },
  })
}

interface InTurn<Answer> {
  upstreams: readonly Upstream[]
  candidates: readonly Candidate[]
  calls: readonly RpcCall[]
  lane: Lane
  attempt: (candidate: Candidate) => Promise<Answer>
}

async function inTurn<Answer>({ upstreams, candidates, calls, lane, attempt }: InTurn<Answer>): Promise<Answer> {
  const mayRepeat = !calls.some(({ method }) => isSending(method))
  const failures: UpstreamError[] = []
  let tries = 0
  for (const candidate of candidates) {
    if (tries === mostTries) break
    if (!candidate.upstream.isResting(lane)) tries += 1
    try {
      return await attempt(candidate)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failures.push(error)
      // What is too large is as large at the next node.
      if (error.code === 'too_large' || (error.delivered && !mayRepeat)) break
    }
  }
  throw bestNews(failures) ?? noneOfThisChain(upstreams)
}

/** A rate limit is preferred over other failures: the client can do something about it. */
const bestNews = (failures: readonly UpstreamError[]) =>
  failures.find(({ code }) => code === 'limited') ?? failures.at(-1)

const noneOfThisChain = (upstreams: readonly Upstream[]) =>
  new UpstreamError({ code: 'wrong_chain', host: upstreams.map(({ host }) => host).join(', '), delivered: false })

type Settled<Value> = PromiseSettledResult<Value>

/** All of it, a few at a time, in order. */
async function settleAll<Value>(tasks: readonly (() => Promise<Value>)[]): Promise<readonly Settled<Value>[]> {
  const settled: Settled<Value>[] = []
  const left = tasks.entries()
  const worker = async () => {
    for (const [index, task] of left) {
      settled[index] = await task().then(
        (value) => ({ status: 'fulfilled', value }) as const,
        (reason: unknown) => ({ status: 'rejected', reason }) as const,
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, tasks.length) }, worker))
  return settled
}
