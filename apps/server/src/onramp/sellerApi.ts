import { Agent, request } from 'undici'
import * as v from 'valibot'
import { startDeadline } from '../chains/deadline.js'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import { ProviderUnavailableError } from './refusals.js'

/** The API of a seller or an exchange, called with the operator's key. */
export interface SellerApi {
  /**
   * Calls it once, or, where the call changes nothing there, up to four times: with growing pauses, and as late as the seller says.
   * @throws {@link SellerRefusal} where it refuses what was asked for · {@link ProviderUnavailableError} for all else that isn't an
   * answer as documented, a refused key included · the signal's reason
   * @see F22
   */
  ask<Reply>(request: SellerRequest<Reply>): Promise<Reply>
}

export interface SellerRequest<Reply> {
  method: 'GET' | 'POST'
  /** with its query */
  path: string
  body?: unknown
  schema: v.GenericSchema<unknown, Reply>
  /** whether asking again does no harm: an order is never sent twice */
  repeatable: boolean
  signal: AbortSignal
}

export interface SellerApiParameters {
  url: string
  /** the headers that say who asks */
  authorize: (request: { method: 'GET' | 'POST'; url: URL }) => Promise<Readonly<Record<string, string>>>
  clock: Clock
  /** a number from 0 to below 1 */
  random?: (() => number) | undefined
}

/** The seller has understood, and says no: a 400, 404 or 422. */
export class SellerRefusal extends Error {
  override readonly name = 'SellerRefusal'
  readonly status: number
  constructor({ status }: { status: number }) {
    super(`HTTP status code: ${status}`)
    this.status = status
  }
}

/** For all attempts together, in milliseconds. */
const wholeMs = 8_000
const mostRetries = 3
const firstPauseMs = 250
/** The circuit: so many failures in a row, and nobody is asked for a while. */
const mostFailures = 5
const openMs = 30_000
/** No answer of a seller is larger. */
const mostBytes = 2 * 1024 * 1024

export function createSellerApi({ url: base, authorize, clock, random = Math.random }: SellerApiParameters): SellerApi {
  const dispatcher = new Agent({ connections: 16, maxResponseSize: mostBytes })
  let failures = 0
  let openUntil = 0
  const attempt = async <Reply>({ method, path, body, schema, signal }: SellerRequest<Reply>): Promise<Reply> => {
    const url = new URL(path, base)
    const headers = { 'content-type': 'application/json', ...(await authorize({ method, url })) }
    const sent = { dispatcher, method, headers, body: body === undefined ? null : JSON.stringify(body), signal }
    const { statusCode: status, headers: answered, body: stream } = await request(url, sent)
    const text = await stream.text()
    if (status >= 200 && status < 300) return v.parse(v.pipe(v.string(), v.parseJson(), schema), text)
    if (status === 400 || status === 404 || status === 422) throw new SellerRefusal({ status })
    throw new BadAnswer({ status, retryAfterMs: readRetryAfter({ header: answered['retry-after'], now: clock.now() }) })
  }
  return {
    async ask(asked) {
      if (clock.now() < openUntil) throw new ProviderUnavailableError({ cause: new Error('The circuit is open.') })
      const deadline = startDeadline({ signal: asked.signal, ms: wholeMs, clock })
      const endsAt = clock.now() + wholeMs
      try {
        for (let retries = 0; ; retries++) {
          try {
            const reply = await attempt({ ...asked, signal: deadline.signal })
            failures = 0
            return reply
          } catch (cause) {
            asked.signal.throwIfAborted()
            if (cause instanceof SellerRefusal) throw cause
            if (++failures >= mostFailures) openUntil = clock.now() + openMs
            const pauseMs = pauseBefore({ cause, retries, random })
            const mayRepeat = asked.repeatable && retries < mostRetries && failures < mostFailures
            if (!mayRepeat || pauseMs === null || clock.now() + pauseMs >= endsAt) {
              throw new ProviderUnavailableError({ cause })
            }
            await pause({ ms: pauseMs, signal: deadline.signal, clock })
          }
        }
      } finally {
        deadline.end()
      }
    },
  }
}

class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  readonly status: number
  /** undefined where the seller doesn't say */
  readonly retryAfterMs: number | undefined
  constructor({ status, retryAfterMs }: { status: number; retryAfterMs: number | undefined }) {
    super(`HTTP status code: ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

interface PauseBefore {
  cause: unknown
  retries: number
  random: () => number
}

/** @returns how long to wait, or null for what another attempt doesn't mend: a refused key, an answer that makes no sense */
function pauseBefore({ cause, retries, random }: PauseBefore): number | null {
  if (v.isValiError(cause)) return null
  const usual = firstPauseMs * 2 ** retries * (0.5 + random())
  if (!(cause instanceof BadAnswer)) return usual
  if (cause.status !== 429 && cause.status < 500) return null
  return cause.retryAfterMs ?? usual
}

/** @see RFC 9110, 10.2.3: seconds, or a date */
function readRetryAfter({ header, now }: { header: string | string[] | undefined; now: number }): number | undefined {
  const text = String(header ?? '')
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

async function pause({ ms, signal, clock }: { ms: number; signal: AbortSignal; clock: Clock }): Promise<void> {
  let cancel = () => {}
  const work = new Promise<void>((resolve) => {
    cancel = clock.setTimeout(resolve, ms)
  })
  await unlessAborted({ work, signal }).finally(() => cancel())
}
