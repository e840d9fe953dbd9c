import { type HealthStatus, rank } from './health.js'
import { isSending } from './methods.js'
import { bodyOf, outcomesOf, type RpcCall, type RpcOutcome } from './outcomes.js'
import { UpstreamError } from './UpstreamError.js'
import type { Upstream } from './upstream.js'

interface Ask {
  upstreams: readonly Upstream[]
  /** how each of them stands */
  health: readonly HealthStatus[]
  calls: readonly RpcCall[]
  signal: AbortSignal
}

/** The first try and three more. @see F22 */
const mostTries = 4
/** Parts of one large batch that are under way at the same time. */
const mostAtOnce = 8

/**
 * Sends a request to a network's nodes. A batch that is too large for one of them is split, and each part fails over by itself; if
 * only some of the parts found one, the calls of the others have an error as their outcome, since executed calls can't be
 * undone.
 * @throws {@link UpstreamError} when no part was answered · the signal's reason
 */
export async function ask({ upstreams, health, calls, signal }: Ask): Promise<readonly RpcOutcome[]> {
  const ranked = rank(health).flatMap((place) => upstreams[place] ?? [])
  const size = Math.min(...ranked.map(({ maxBatch }) => maxBatch))
  if (calls.length <= size) return askInTurn({ ranked, upstreams, calls, signal })
  const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, part) =>
    calls.slice(part * size, (part + 1) * size),
  )
  const settled = await settleAll(parts.map((part) => () => askInTurn({ ranked, upstreams, calls: part, signal })))
  signal.throwIfAborted()
  const failed = settled.find((part) => part.status === 'rejected')
  if (failed !== undefined && settled.every(({ status }) => status === 'rejected')) throw failed.reason
  return settled.flatMap((part, index) =>
    part.status === 'fulfilled' ? part.value : (parts[index] ?? []).map(() => unavailable),
  )
}

const unavailable: RpcOutcome = { error: { code: -32002, message: "The network's nodes don't answer at the moment." } }

interface AskInTurn {
  ranked: readonly Upstream[]
  upstreams: readonly Upstream[]
  calls: readonly RpcCall[]
  signal: AbortSignal
}

async function askInTurn({ ranked, upstreams, calls, signal }: AskInTurn): Promise<readonly RpcOutcome[]> {
  const body = bodyOf(calls)
  const mayRepeat = !calls.some(({ method }) => isSending(method))
  const failures: UpstreamError[] = []
  let tries = 0
  for (const upstream of ranked) {
    if (tries === mostTries) break
    if (!upstream.isResting()) tries += 1
    try {
      const answer = await upstream.ask({ body, signal })
      return outcomesOf({ answer, count: calls.length, host: upstream.host })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failures.push(error)
      if (error.delivered && !mayRepeat) break
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
