import type { Clock } from '@foyer/service/clock'
import { type Circuit, createCircuit } from '../kernel/circuit.js'
import { startDeadline } from '../kernel/deadline.js'
import { witnessOf } from '../kernel/lanes.js'
import { unlessAborted } from '../kernel/unlessAborted.js'
import { ProviderError } from './ProviderError.js'
import type { Patience } from './patience.js'

export interface Try<Answer> {
  /** of the host: networks of one provider may have hosts of their own, one of which may be away */
  origin: string
  /** whether asking again does no harm */
  mayRepeat: boolean
  /** whose question it is, where it may be the reason of a failure; one client's word isn't enough to leave a host alone */
  client?: string | undefined
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
  const circuits = new Map<string, Circuit<ProviderError>>()
  return async ({ origin, mayRepeat, client, signal, once }) => {
    const circuit =
      circuits.get(origin) ?? createCircuit<ProviderError>({ restMs, witnesses: severalClients, clock, random })
    circuits.set(origin, circuit)
    const mostRetries = mayRepeat ? patience.retries : 0
    const deadline = startDeadline({ signal, ms: patience.wholeMs, clock })
    const endsAt = clock.now() + patience.wholeMs
    try {
      for (let retries = 0; ; retries += 1) {
        try {
          const rest = circuit.rest()
          if (rest !== null) throw new ProviderError({ code: 'resting', provider: name, retryAfterMs: rest.leftMs })
          const answer = await once(deadline.signal)
          circuit.succeeded()
          return answer
        } catch (error) {
          // Who asked went away; but to be silent until the whole time of a reading is over is to fail.
          if (!isTimeout(signal.reason)) signal.throwIfAborted()
          if (!(error instanceof ProviderError) || isOwn(error)) throw error
          note({ circuit, error, client, patience })
          const pauseMs = error.retryAfterMs ?? patience.firstPauseMs * 2 ** retries * (0.5 + random())
          const isOver = retries === mostRetries || clock.now() + pauseMs >= endsAt
          if (!error.mayPass || isOver || circuit.rest() !== null) throw error
          await pause({ clock, ms: pauseMs, signal: deadline.signal })
        }
      }
    } finally {
      deadline.end()
    }
  }
}

const restMs = 30_000
const keyRestMs = 60_000
const severalClients = 3

interface Note {
  circuit: Circuit<ProviderError>
  error: ProviderError
  client: string | undefined
  patience: Patience
}

/**
 * Notes a host's failure: that it can't be reached, is late or broken counts; one that refuses a question, or answers what isn't
 * understood or is too large, is there. It is left alone for a minute after it refused the key, and for as long as it wishes.
 */
function note({ circuit, error, client, patience }: Note): void {
  const { code, status, retryAfterMs } = error
  if (code === 'refused' || code === 'not_understood' || code === 'too_large') {
    circuit.succeeded()
    return
  }
  // No question has a connection refused, or the key.
  const isOwnDoing = code === 'silent' || status !== undefined
  circuit.failed({ reason: error, witness: isOwnDoing && client !== undefined ? witnessOf(client) : undefined })
  const wish = code === 'key_refused' ? keyRestMs : (retryAfterMs ?? (code === 'limited' ? patience.limitMs : 0) ?? 0)
  if (wish > patience.longestPauseMs || code === 'key_refused') circuit.leave({ reason: error, ms: wish })
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
