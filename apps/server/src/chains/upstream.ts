import type { Clock } from '../clock.js'
import type { UpstreamConfig } from './chain.js'
import { startDeadline } from './deadline.js'
import { UpstreamError, type UpstreamFault } from './UpstreamError.js'

/** One node of a network. */
export interface Upstream {
  readonly host: string
  /** how many requests it takes in one */
  readonly maxBatch: number
  /** Whether it would be left alone now. */
  isResting(): boolean
  /**
   * Sends requests to the node.
   * @param request.body - JSON-RPC, a request or a batch
   * @param request.isProbe - asks one that rests because it failed, too: whether it is back has to be found out
   * @returns what it answered, parsed as JSON and not yet as JSON-RPC
   * @throws {@link UpstreamError} · the signal's reason
   */
  ask(request: { body: string; signal: AbortSignal; isProbe?: boolean | undefined }): Promise<unknown>
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
const largestAnswerBytes = 16 * 1024 * 1024

/** What `fetch` gives as the cause when not a byte can have arrived. */
const undelivered = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

export function createUpstream({ config, maxBatch, timeoutMs, clock, random, onAsked }: UpstreamParameters): Upstream {
  const { host } = new URL(config.url)
  const { now } = clock
  let failures = 0
  let rest: { until: number; error: UpstreamError } | null = null
  const isResting = () => rest !== null && now() < rest.until
  const restOf = (error: UpstreamError) => {
    if (error.code === 'limited') return error.retryAfterMs
    failures += 1
    return failures >= failuresBeforeRest ? restMs * (1 - random() / 5) : undefined
  }
  return {
    host,
    maxBatch: config.maxBatch ?? maxBatch,
    isResting,
    async ask({ body, signal, isProbe = false }) {
      const mayDisturb = isProbe && rest?.error.code !== 'limited'
      if (rest !== null && isResting() && !mayDisturb) throw resting({ host, rest, now: now() })
      const deadline = startDeadline({ signal, ms: timeoutMs, clock })
      const startedAt = now()
      const report = (outcome: Asked['outcome']) => onAsked?.({ outcome, ms: now() - startedAt })
      try {
        const answer = await exchange({ config, host, body, signal: deadline.signal, now })
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
    },
  }
}

function resting({ host, rest, now }: { host: string; rest: { until: number; error: UpstreamError }; now: number }) {
  const { code } = rest.error
  return new UpstreamError({ code, host, delivered: false, retryAfterMs: rest.until - now, cause: rest.error })
}

interface Exchange {
  config: UpstreamConfig
  host: string
  body: string
  signal: AbortSignal
  now: () => number
}

async function exchange({ config, host, body, signal, now }: Exchange): Promise<unknown> {
  const failed = (code: UpstreamError['code'], cause?: unknown) =>
    new UpstreamError({ code, host, delivered: true, cause })
  try {
    const headers = { ...config.headers, 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetch(config.url, { method: 'POST', headers, body, signal, redirect: 'error' })
    if (response.status === 429) {
      await response.body?.cancel()
      const wait = retryAfterMs({ header: response.headers.get('retry-after'), now: now() })
      throw new UpstreamError({ code: 'limited', host, delivered: false, retryAfterMs: wait })
    }
    const text = await readText({ response, tooLarge: () => failed('too_large') })
    const answer = parseJson(text)
    // Some nodes answer a JSON-RPC error with a status of 400 or 500: if it is JSON-RPC, it is an answer.
    if (typeof answer === 'object' && answer !== null) return answer
    throw failed(response.ok ? 'not_json_rpc' : 'status')
  } catch (cause) {
    if (cause instanceof UpstreamError) throw cause
    if (signal.aborted) throw failed('silent', cause)
    throw new UpstreamError({ code: 'unreachable', host, delivered: !undelivered.includes(causeCode(cause)), cause })
  }
}

async function readText({
  response,
  tooLarge,
}: {
  response: Response
  tooLarge: () => UpstreamError
}): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength
    if (bytes > largestAnswerBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

/** @returns undefined for what isn't JSON, such as a proxy's page */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // Where a name has several addresses, the failures of each are gathered in one.
  if (error instanceof AggregateError) return causeCode(error.errors[0])
  return causeCode(error.cause)
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @returns milliseconds from now, a minute at most; undefined when there is none or it can't be read
 * @see RFC 9110 §10.2.3
 */
export function retryAfterMs({ header, now }: { header: string | null; now: number }): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return within(Number(header) * 1000)
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header.trim())) return undefined
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : within(at - now)
}

const within = (ms: number) => Math.min(Math.max(ms, 0), 60_000)
