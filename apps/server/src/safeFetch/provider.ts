import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import { SafeFetchError } from './SafeFetchError.js'
import type { SafeFetch } from './safeFetch.js'

/** What went wrong: the key isn't taken, too much was asked, this one question was refused, no answer, or none that makes sense. */
export type ProviderFault = 'key_refused' | 'limited' | 'refused' | 'away' | 'nonsense'

const sentences: Readonly<Record<ProviderFault, string>> = {
  key_refused: "doesn't take the configured key",
  limited: 'was asked too much',
  refused: 'refused the question',
  away: "can't be reached",
  nonsense: "answered what isn't its documented form",
}

/** A provider gave no answer. The message holds neither its address, nor a key, nor what was asked. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: ProviderFault
  readonly provider: string
  readonly status: number | undefined
  /** the provider's own wish, where it has one */
  readonly retryAfterMs: number | undefined

  constructor(said: {
    code: ProviderFault
    provider: string
    status?: number | undefined
    retryAfterMs?: number | undefined
    cause?: unknown
  }) {
    const { code, provider, status, retryAfterMs, cause } = said
    super(`${provider} ${sentences[code]}.`, cause === undefined ? undefined : { cause })
    this.code = code
    this.provider = provider
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export interface ReadRequest<Value> {
  /** below the provider's address, with a slash before it */
  path: string
  query?: Readonly<Record<string, string>> | undefined
  schema: v.GenericSchema<unknown, Value>
  signal: AbortSignal
}

/** A service on the internet that answers questions as JSON and is paid, or limited, by the question. */
export interface Provider {
  /** @throws {@link ProviderError} · the signal's reason */
  read<Value>(request: ReadRequest<Value>): Promise<Value>
}

export interface ProviderParameters {
  name: string
  /** without a slash at its end */
  url: string
  /** such as a key; never in a log or an error */
  headers?: Readonly<Record<string, string>> | undefined
  safeFetch: SafeFetch
  clock: Clock
  /** 0 to 1, for jitter */
  random: () => number
}

const maxBytes = 1024 * 1024
const mostAttempts = 3
const firstDelayMs = 150
/** A provider that wants a longer pause isn't waited for by one request. */
const longestDelayMs = 1_500
const failuresBeforeRest = 5
const restMs = 30_000
const keyRestMs = 60_000
const longestRestMs = 10 * 60_000

/**
 * Asks with at most two retries, with jitter, where another attempt may help. After five failures in a row nobody asks for half a minute; after
 * a refused key for a minute; after a limit for as long as the provider wishes, half a minute where it says nothing.
 * @see F22
 */
export function createProvider(parameters: ProviderParameters): Provider {
  const { name, clock, random } = parameters
  let rest: { readonly until: number; readonly error: ProviderError } | null = null
  let failures = 0
  const settle = (error: ProviderError) => {
    failures = error.code === 'refused' ? 0 : failures + 1
    const pauseMs = restAfter({ error, failures })
    rest = pauseMs > 0 ? { until: clock.now() + pauseMs, error } : null
  }
  return {
    async read(request) {
      if (rest !== null && clock.now() < rest.until) throw rest.error
      for (let attempt = 1; ; attempt += 1) {
        try {
          const value = await ask({ ...parameters, ...request })
          failures = 0
          rest = null
          return value
        } catch (cause) {
          // Who asked went away; but to be silent until the whole time of a reading is over is to fail.
          if (!isTimeout(request.signal.reason)) request.signal.throwIfAborted()
          const error = cause instanceof ProviderError ? cause : faultOf({ name, cause })
          settle(error)
          const mayRetry = rest === null && attempt < mostAttempts && !request.signal.aborted
          const waitMs = mayRetry ? delayBefore({ error, attempt, random }) : null
          if (waitMs === null) throw error
          await pause({ ms: waitMs, clock, signal: request.signal })
        }
      }
    },
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof DOMException && reason.name === 'TimeoutError'

async function ask<Value>({
  name,
  url,
  headers,
  safeFetch,
  path,
  query,
  schema,
  signal,
}: ProviderParameters & ReadRequest<Value>): Promise<Value> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const accept = ['application/json']
  const { bytes } = await safeFetch({ url: `${url}${path}${search}`, headers, accept, maxBytes, signal })
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(bytes))
  if (!parsed.success) throw new ProviderError({ code: 'nonsense', provider: name })
  return parsed.output
}

function faultOf({ name: provider, cause }: { name: string; cause: unknown }): ProviderError {
  if (!(cause instanceof SafeFetchError)) return new ProviderError({ code: 'away', provider, cause })
  const { code, status = 0, retryAfterMs } = cause
  const said = { provider, status, retryAfterMs, cause }
  if (code !== 'status') return new ProviderError({ ...said, code: cause.mayPass ? 'away' : 'nonsense' })
  if (status === 401 || status === 403) return new ProviderError({ ...said, code: 'key_refused' })
  if (status === 429) return new ProviderError({ ...said, code: 'limited' })
  return new ProviderError({ ...said, code: status >= 500 ? 'away' : 'refused' })
}

/** @returns milliseconds; null where asking again wouldn't help, or would take too long: what was silent for its whole time */
function delayBefore({
  error: { code, retryAfterMs, cause },
  attempt,
  random,
}: {
  error: ProviderError
  attempt: number
  random: () => number
}): number | null {
  const isSlow = cause instanceof SafeFetchError && cause.code === 'slow'
  if (code !== 'away' || isSlow) return null
  const delayMs = (retryAfterMs ?? firstDelayMs * 2 ** (attempt - 1)) + firstDelayMs * random()
  return delayMs > longestDelayMs ? null : delayMs
}

/** How long nobody asks, in milliseconds. */
function restAfter({ error, failures }: { error: ProviderError; failures: number }): number {
  if (error.code === 'key_refused') return keyRestMs
  if (error.code === 'limited') return Math.min(error.retryAfterMs ?? restMs, longestRestMs)
  return failures >= failuresBeforeRest ? restMs : 0
}

async function pause({ ms, clock, signal }: { ms: number; clock: Clock; signal: AbortSignal }): Promise<void> {
  let cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = clock.setTimeout(resolve, ms)
  })
  try {
    await unlessAborted({ work: over, signal })
  } finally {
    cancel()
  }
}
