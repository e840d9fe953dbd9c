import type { Clock } from '../clock.js'
import { ProviderError } from './ProviderError.js'

/** How a provider's failures are borne. Times are in milliseconds. */
export interface Patience {
  /** for all tries of one question together */
  readonly wholeMs: number
  /** how many more tries there are, if asking again does no harm */
  readonly retries: number
  /** doubled from one try to the next */
  readonly firstPauseMs: number
  /** a provider that wants a longer one isn't waited for: it is left alone for so long */
  readonly longestPauseMs: number
  /** how long it is left alone after a limit that it says no time of; without it, there is another try after the usual pause */
  readonly limitMs?: number | undefined
}

/** Of what is one of many parts of an answer that a visitor waits for. */
export const forVisitors = {
  patience: { wholeMs: 5_000, retries: 2, firstPauseMs: 150, longestPauseMs: 1_500, limitMs: 30_000 },
  mostBytes: 1024 * 1024,
} as const

export interface Circuit {
  /** @throws {@link ProviderError} while the provider is left alone */
  check(): void
  isResting(): boolean
  succeeded(): void
  failed(error: ProviderError): void
}

export interface CircuitParameters {
  name: string
  patience: Patience
  clock: Pick<Clock, 'now'>
  random: () => number
}

const failuresBeforeRest = 5
const restMs = 30_000
const keyRestMs = 60_000

/**
 * Leaves a provider alone for half a minute after five failures in a row, for a minute after it refused the key, and for as long as it wishes.
 * @see F22
 */
export function createCircuit({ name, patience, clock, random }: CircuitParameters): Circuit {
  let failures = 0
  let restUntil = 0
  const restAfter = ({ code, retryAfterMs }: ProviderError): number => {
    if (code === 'key_refused') return keyRestMs
    const wish = retryAfterMs ?? (code === 'limited' ? (patience.limitMs ?? 0) : 0)
    const own = failures >= failuresBeforeRest ? restMs * (1 - random() / 5) : 0
    return Math.max(wish > patience.longestPauseMs ? wish : 0, own)
  }
  return {
    check() {
      const leftMs = restUntil - clock.now()
      if (leftMs > 0) throw new ProviderError({ code: 'resting', provider: name, retryAfterMs: leftMs })
    },
    isResting: () => restUntil > clock.now(),
    succeeded() {
      failures = 0
    },
    failed(error) {
      // Who understands a question, and refuses it, is there.
      failures = error.code === 'refused' ? 0 : failures + 1
      const pauseMs = restAfter(error)
      if (pauseMs > 0) restUntil = clock.now() + pauseMs
    },
  }
}
