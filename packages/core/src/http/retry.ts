import type { Clock } from '../clock/clock.js'
import { sleep } from '../clock/sleep.js'
import { CircuitOpenError, HttpError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError } from '../errors/wallet.js'

/** The first wait, in milliseconds; each further one is twice as long [S9.35]. */
const firstDelayMs = 150
/** Three retries [S9.35] [F22]. */
const defaultRetries = 3
/** A `Retry-After` longer than this isn't waited for: the call rejects at once. */
const longestRetryAfterMs = 10_000
/** Jitter only lengthens, by up to a quarter, so that a Retry-After is never undercut. */
const jitter = 0.25

interface RetryOptions<Result> {
  readonly attempt: () => Promise<Result>
  /** Whether this failure may be tried again, and after how long at least. */
  readonly mayRetry: (error: unknown) => false | { readonly afterMs?: number | undefined }
  readonly clock: Clock
  /** From 0 up to 1. */
  readonly random: () => number
  readonly retries?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Tries again after failures that pass by: 150 ms, 300 ms, 600 ms, or what the server asks for if that is longer [S9.35 S8.41].
 * @throws the last failure; AbortedError when the signal aborts while it waits
 */
export async function withRetries<Result>({
  attempt,
  mayRetry,
  clock,
  random,
  retries = defaultRetries,
  signal,
}: RetryOptions<Result>): Promise<Result> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const again = tried < retries && mayRetry(error)
      if (!again || (again.afterMs ?? 0) > longestRetryAfterMs) throw error
      const leastMs = Math.max(firstDelayMs * 2 ** tried, again.afterMs ?? 0)
      await sleep({ clock, ms: leastMs * (1 + jitter * random()), signal })
    }
  }
}

/** The HTTP answers after which a retry can help [S8.40]. */
const retryableStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/**
 * Whether an HTTP request may be sent again after this failure. A time-out isn't repeated:
 * a visitor has then waited ten seconds already, and a second wait would pass the twenty in which every failure shows.
 */
export function mayRetryHttp(error: unknown): false | { readonly afterMs?: number | undefined } {
  if (error instanceof ServerUnreachableError) return {}
  if (error instanceof HttpError && retryableStatuses.includes(error.status)) return { afterMs: error.retryAfterMs }
  return false
}

/** So many failures in a row open the circuit [F22]. */
const failuresToOpen = 5
/** The time that a circuit stays open before one request may try. */
const openMs = 30_000

type CircuitState =
  | { readonly status: 'closed'; readonly failures: number }
  | { readonly status: 'open'; readonly until: number }
  /** One request is on its way to find out; the others wait for what it finds. */
  | { readonly status: 'trying' }

const closed: CircuitState = { status: 'closed', failures: 0 }

interface Circuit {
  /** Runs `work` unless the server is being left alone. @throws CircuitOpenError, and what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  readonly isOpen: boolean
}

/** Whether an error says that the server is down: refusals (4xx) and aborted calls don't count. */
function isServerFailure(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500
  return error instanceof ServerUnreachableError || error instanceof RequestTimeoutError
}

/** Leaves a server alone for 30 s after five failures in a row, then sends one request to find out [F22]. */
export function createCircuit({ origin, clock }: { origin: string; clock: Clock }): Circuit {
  let state: CircuitState = closed
  const opened = (): CircuitState => ({ status: 'open', until: clock.now() + openMs })
  return {
    get isOpen() {
      return state.status === 'open' && clock.now() < state.until
    },
    async run(work) {
      const before = state
      if (before.status === 'trying') throw new CircuitOpenError({ origin, waitMs: 0 })
      if (before.status === 'open') {
        const waitMs = before.until - clock.now()
        if (waitMs > 0) throw new CircuitOpenError({ origin, waitMs })
        state = { status: 'trying' }
      }
      const isTrial = before.status === 'open'
      try {
        const result = await work()
        if (isTrial || state.status === 'closed') state = closed
        return result
      } catch (error) {
        if (isTrial) state = isServerFailure(error) ? opened() : error instanceof HttpError ? closed : before
        else if (state.status === 'closed' && isServerFailure(error)) {
          const failures = state.failures + 1
          state = failures < failuresToOpen ? { status: 'closed', failures } : opened()
        } else if (state.status === 'closed' && error instanceof HttpError) state = closed
        throw error
      }
    },
  }
}
