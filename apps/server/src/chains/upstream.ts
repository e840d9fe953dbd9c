import type { Clock } from '../clock.js'
import type { UpstreamConfig } from './chain.js'
import { startDeadline } from './deadline.js'
import { exchange, type Passed } from './exchange.js'
import { UpstreamError, type UpstreamFault } from './UpstreamError.js'

/** One node of a network. */
export interface Upstream {
  readonly host: string
  /** how many requests it takes in one */
  readonly maxBatch: number
  /** Whether it would be left alone now. */
  isResting(): boolean
  /**
   * Sends requests to the node, and reads its answer whole.
   * @param request.body - JSON-RPC, a request or a batch
   * @param request.isProbe - asks one that rests because it failed, too: whether it is back has to be found out
   * @param request.count - called with the bytes of the answer as they come; false: there is no room for them
   * @returns what it answered, parsed as JSON and not yet as JSON-RPC
   * @throws {@link UpstreamError} · the signal's reason
   */
  ask(request: Ask): Promise<unknown>
  /**
   * Sends a request, and reads only the beginning of a large answer, so that the rest can be passed on as it comes.
   * @throws as `ask`
   */
  pass(request: Pick<Ask, 'body' | 'signal'>): Promise<Passed>
}

interface Ask {
  body: string
  signal: AbortSignal
  isProbe?: boolean | undefined
  count?: ((bytes: number) => boolean) | undefined
}

/** One question to a node, for the metrics. */
export interface Asked {
  readonly outcome: 'answered' | UpstreamFault
  readonly ms: number
}

export interface UpstreamParameters {
  config: UpstreamConfig
  /** the default of the configuration */
  maxBatch: number
  timeoutMs: number
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
  onAsked?: ((asked: Asked) => void) | undefined
}

/** After so many failures in a row a node is left alone for a while. @see F22 */
const failuresBeforeRest = 5
/** With a jitter of up to a fifth, so that servers don't retry a node at the same moment. */
const restMs = 10_000

export function createUpstream({ config, maxBatch, timeoutMs, clock, random, onAsked }: UpstreamParameters): Upstream {
  const { host } = new URL(config.url)
  const { now } = clock
  let failures = 0
  let rest: { until: number; error: UpstreamError } | null = null
  const isResting = () => rest !== null && now() < rest.until
  const restOf = (error: UpstreamError) => {
    if (error.code === 'limited') return error.retryAfterMs
    // What was asked was too much, which is the asker's doing: no one puts a node to rest by asking for large things.
    if (error.code === 'too_large') return undefined
    failures += 1
    return failures >= failuresBeforeRest ? restMs * (1 - random() / 5) : undefined
  }
  const attempt = async (request: Ask, mostWhole: number | undefined): Promise<Passed> => {
    const { body, signal, isProbe = false, count } = request
    const mayDisturb = isProbe && rest?.error.code !== 'limited'
    if (rest !== null && isResting() && !mayDisturb) throw resting({ host, rest, now: now() })
    const deadline = startDeadline({ signal, ms: timeoutMs, clock })
    const startedAt = now()
    const report = (outcome: Asked['outcome']) => onAsked?.({ outcome, ms: now() - startedAt })
    try {
      const asked = { config, host, body, signal: deadline.signal, clock, timeoutMs, mostWhole, count }
      const answer = await exchange(asked)
      failures = 0
      rest = null
      report('answered')
      return answer
    } catch (error) {
      signal.throwIfAborted() // the client aborted, which isn't the node's failure
      if (!(error instanceof UpstreamError)) throw error
      report(error.code)
      const restFor = restOf(error)
      if (restFor !== undefined) rest = { until: now() + restFor, error }
      throw error
    } finally {
      deadline.end()
    }
  }
  return {
    host,
    maxBatch: config.maxBatch ?? maxBatch,
    isResting,
    async ask(request) {
      const answer = await attempt(request, undefined)
      return 'whole' in answer ? answer.whole : undefined
    },
    pass: (request) => attempt(request, mostPassedWhole),
  }
}

/** A larger answer is passed on as it comes. */
const mostPassedWhole = 64 * 1024

function resting({ host, rest, now }: { host: string; rest: { until: number; error: UpstreamError }; now: number }) {
  const { code } = rest.error
  return new UpstreamError({ code, host, delivered: false, retryAfterMs: rest.until - now, cause: rest.error })
}
