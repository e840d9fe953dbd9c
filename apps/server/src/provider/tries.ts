import { startDeadline } from '../chains/deadline.js'
import type { Clock } from '../clock.js'
import { unlessAborted } from '../unlessAborted.js'
import { type Circuit, createCircuit, type Patience } from './circuit.js'
import { ProviderError } from './ProviderError.js'

export interface Try<Answer> {
  /** of the host: networks of one provider may have hosts of their own, one of which may be away */
  origin: string
  /** whether asking again does no harm */
  mayRepeat: boolean
  signal: AbortSignal
  /** Asks once, within the signal. @throws {@link ProviderError} */
  once: (signal: AbortSignal) => Promise<Answer>
}

/** Asks once, or, where that does no harm, again after growing pauses. @throws {@link ProviderError} · the signal's reason */
export type Tries = <Answer>(request: Try<Answer>) => Promise<Answer>

export interface TriesParameters {
  name: string
  patience: Patience
  clock: Clock
  /** a number from 0 to below 1 */
  random: () => number
}

/** @see F22 */
export function createTries({ name, patience, clock, random }: TriesParameters): Tries {
  const circuits = new Map<string, Circuit>()
  return async ({ origin, mayRepeat, signal, once }) => {
    const circuit = circuits.get(origin) ?? createCircuit({ name, patience, clock, random })
    circuits.set(origin, circuit)
    const mostRetries = mayRepeat ? patience.retries : 0
    const deadline = startDeadline({ signal, ms: patience.wholeMs, clock })
    const endsAt = clock.now() + patience.wholeMs
    try {
      for (let retries = 0; ; retries += 1) {
        try {
          circuit.check()
          const answer = await once(deadline.signal)
          circuit.succeeded()
          return answer
        } catch (error) {
          // Who asked went away; but to be silent until the whole time of a reading is over is to fail.
          if (!isTimeout(signal.reason)) signal.throwIfAborted()
          if (!(error instanceof ProviderError) || isOwn(error)) throw error
          circuit.failed(error)
          const pauseMs = error.retryAfterMs ?? patience.firstPauseMs * 2 ** retries * (0.5 + random())
          const isOver = retries === mostRetries || clock.now() + pauseMs >= endsAt
          if (!error.mayPass || isOver || circuit.isResting()) throw error
          await pause({ clock, ms: pauseMs, signal: deadline.signal })
        }
      }
    } finally {
      deadline.end()
    }
  }
}

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Whether the provider wasn't asked at all. */
const isOwn = ({ code }: ProviderError) => code === 'resting' || code === 'over_budget'

async function pause({ clock, ms, signal }: { clock: Clock; ms: number; signal: AbortSignal }): Promise<void> {
  let cancel = () => {}
  const work = new Promise<void>((resolve) => {
    cancel = clock.setTimeout(resolve, ms)
  })
  try {
    await unlessAborted({ work, signal })
  } finally {
    cancel()
  }
}
