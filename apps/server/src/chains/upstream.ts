import type { NodePaths } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import { type Circuit, createCircuit, type Rest } from '../kernel/circuit.js'
import { startDeadline } from '../kernel/deadline.js'
import { type Lane, witnessOf } from '../kernel/lanes.js'
import { UpstreamError, type UpstreamFault } from '../rpc/UpstreamError.js'
import type { UpstreamConfig } from './chain.js'
import { exchange, type Passed } from './exchange.js'

/** One node of a network. */
export interface Upstream {
  readonly host: string
  /** how many requests it takes in one */
  readonly maxBatch: number
  /** Whether it would be left alone now with requests of a lane. */
  isResting(lane: Lane): boolean
  /**
   * Sends requests to the node, and reads its answer whole.
   * @param request.body - JSON-RPC, a request or a batch
   * @param request.lane - what it is judged by and shares connections with
   * @param request.client - whose it is; undefined for the server's own
   * @param request.isProbe - the server's own check, which asks one that rests because it failed, too: whether it is back has to be found out
   * @param request.count - called with the bytes of the answer as they come; false: there is no room for them
   * @returns what it answered, parsed as JSON and not yet as JSON-RPC
   * @throws {@link UpstreamError} · the signal's reason
   */
  ask(request: Ask): Promise<unknown>
  /**
   * Sends a request, and reads only the beginning of a large answer, so that the rest can be passed on as it comes.
   * @throws as `ask`
   */
  pass(request: Pick<Ask, 'body' | 'lane' | 'client' | 'signal'>): Promise<Passed>
}

interface Ask {
  body: string
  lane: Lane
  client: string | undefined
  signal: AbortSignal
  isProbe?: boolean | undefined
  count?: ((bytes: number) => boolean) | undefined
}

/** One question to a node, for the metrics. */
export interface UpstreamOutcome {
  readonly outcome: 'answered' | UpstreamFault
  readonly ms: number
}

export interface UpstreamParameters {
  config: UpstreamConfig
  /** the default of the configuration */
  maxBatch: number
  /** of a family whose nodes have paths */
  paths?: NodePaths | undefined
  timeoutMs: number
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
  onAsked?: ((asked: UpstreamOutcome) => void) | undefined
}

/** So many different ones have to see a failure that may be the request's own doing. */
const severalClients = 3
const restMs = 10_000
/** The longest rests by lane: a dear lane is asked again ever later, as long as it fails. */
const longestRestMs: Readonly<Partial<Record<Lane, number>>> = { dear: 60_000 }

export function createUpstream(parameters: UpstreamParameters): Upstream {
  const { config, maxBatch, paths, timeoutMs, clock, onAsked } = parameters
  const { host } = new URL(config.url)
  const { now } = clock
  const circuits = createCircuits(parameters)
  const attempt = async (request: Ask, mostWhole: number | undefined): Promise<Passed> => {
    const { body, lane, signal, isProbe = false, count } = request
    const rest = circuits.rest(lane)
    const mayDisturb = isProbe && rest?.reason.code !== 'limited'
    if (rest !== null && !mayDisturb) throw resting({ host, rest })
    const deadline = startDeadline({ signal, ms: timeoutMs, clock })
    const startedAt = now()
    const report = (outcome: UpstreamOutcome['outcome']) => onAsked?.({ outcome, ms: now() - startedAt })
    try {
      const asked = { config, host, paths, body, lane, signal: deadline.signal, clock, timeoutMs, mostWhole, count }
      const answer = await exchange(asked)
      circuits.succeeded(request)
      report('answered')
      return answer
    } catch (error) {
      signal.throwIfAborted() // the client aborted, which isn't the node's failure
      if (!(error instanceof UpstreamError)) throw error
      report(error.code)
      circuits.failed(error, request)
      throw error
    } finally {
      deadline.end()
    }
  }
  return {
    host,
    maxBatch: config.maxBatch ?? maxBatch,
    isResting: (lane) => circuits.rest(lane) !== null,
    async ask(request) {
      const answer = await attempt(request, undefined)
      return 'whole' in answer ? answer.whole : undefined
    },
    pass: (request) => attempt(request, mostPassedWhole),
  }
}

/**
 * Tracks a node's failures. That it can't be reached, or fails the server's own check, says something of all of it; what else
 * fails, by slowness above all, says something of its lane, and that by the word of several clients.
 * @see F22
 */
function createCircuits({ clock, random }: Pick<UpstreamParameters, 'clock' | 'random'>) {
  const whole = createCircuit<UpstreamError>({ restMs, clock, random })
  const byLane = new Map<Lane, Circuit<UpstreamError>>()
  const of = (lane: Lane) => {
    const there = byLane.get(lane)
    if (there !== undefined) return there
    const longest = { longestRestMs: longestRestMs[lane], witnesses: severalClients }
    const made = createCircuit<UpstreamError>({ restMs, ...longest, clock, random })
    byLane.set(lane, made)
    return made
  }
  return {
    rest: (lane: Lane) => whole.rest() ?? of(lane).rest(),
    succeeded({ lane }: Pick<Ask, 'lane'>) {
      whole.succeeded()
      of(lane).succeeded()
    },
    failed(reason: UpstreamError, { lane, client, isProbe }: Pick<Ask, 'lane' | 'client' | 'isProbe'>) {
      // What was asked was too much, which is the caller's doing: no one puts a node to rest by asking for large things.
      if (reason.code === 'too_large') return
      if (reason.code === 'limited') return of(lane).leave({ reason, ms: reason.retryAfterMs ?? 0 })
      if (isProbe || !reason.delivered) return whole.failed({ reason })
      of(lane).failed({ reason, witness: witnessOf(client) })
    },
  }
}

/** A larger answer is passed on as it comes. */
const mostPassedWhole = 64 * 1024

function resting({ host, rest }: { host: string; rest: Rest<UpstreamError> }) {
  const { reason, leftMs } = rest
  return new UpstreamError({ code: reason.code, host, delivered: false, retryAfterMs: leftMs, cause: reason })
}
