import type { Clock } from '../clock/clock.js'
import { CircuitOpenError, HttpError, ServerUnreachableError } from '../errors/http.js'

import { RequestTimeoutError } from '../errors/wallet.js'

/** So many failures in a row open the circuit [F22]. */
const failuresToOpen = 5
/** How long an open circuit stays open before one request may try. */
const openMs = 30_000

type CircuitState =
  | { readonly status: 'closed'; readonly failures: number }
  | { readonly status: 'open'; readonly until: number }
  /** One request is on its way to find out; the others wait for what it finds. */
  | { readonly status: 'trying' }

const closed: CircuitState = { status: 'closed', failures: 0 }

export interface Circuit {
  /** Runs `work` unless the server is being left alone. @throws CircuitOpenError, and what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  readonly isOpen: boolean
}

/** What says that the server is down: refusals (4xx) and aborted calls don't count. */
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
