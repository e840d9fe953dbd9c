import type { Clock } from '@foyer/service/clock'

/**
 * A circuit breaker for what failed again and again: a node, a provider, a source of prices. Written here because libraries
 * of circuit breakers (cockatiel 4) read the machine's own clock, and know neither `Retry-After` nor who saw a failure.
 */
export interface Circuit<Reason> {
  /** Why it is left alone, and for how much longer; null while it may be asked. */
  rest(): Rest<Reason> | null
  succeeded(): void
  /**
   * Counts a failure.
   * @param failure.witness - whose request failed, where that may be why it failed; one failure without a witness is believed by itself
   */
  failed(failure: { reason: Reason; witness?: string | undefined }): void
  /** Leaves it alone as it wishes, whatever else is known of it. */
  leave(wish: { reason: Reason; ms: number }): void
}

export interface Rest<Reason> {
  readonly reason: Reason
  readonly leftMs: number
}

export interface CircuitParameters {
  restMs: number
  /** a rest doubles up to it as long as nothing succeeds in between; `restMs` if left out */
  longestRestMs?: number | undefined
  /** how many different witnesses it takes; 1 if left out */
  witnesses?: number | undefined
  clock: Pick<Clock, 'now'>
  /** a number from 0 to below 1: a rest is up to a fifth shorter, so that servers don't ask again at the same moment */
  random?: (() => number) | undefined
}

const failuresBeforeRest = 5

/** @see F22 */
export function createCircuit<Reason>(parameters: CircuitParameters): Circuit<Reason> {
  const { restMs, longestRestMs = restMs, witnesses: wanted = 1, clock, random = () => 0 } = parameters
  let failures = 0
  let rests = 0
  let resting: { readonly reason: Reason; readonly until: number } | null = null
  const witnesses = new Set<string>()
  const leave = ({ reason, ms }: { reason: Reason; ms: number }) => {
    const until = clock.now() + ms
    if (resting === null || resting.until < until) resting = { reason, until }
  }
  return {
    rest() {
      if (resting === null) return null
      const leftMs = resting.until - clock.now()
      return leftMs > 0 ? { reason: resting.reason, leftMs } : null
    },
    succeeded() {
      failures = 0
      rests = 0
      resting = null
      witnesses.clear()
    },
    failed({ reason, witness }) {
      failures += 1
      if (witness !== undefined && witnesses.size < wanted) witnesses.add(witness)
      const isSeen = witness === undefined || witnesses.size >= wanted
      if (failures < failuresBeforeRest || !isSeen) return
      leave({ reason, ms: Math.min(restMs * 2 ** rests, longestRestMs) * (1 - random() / 5) })
      rests += 1
      // What fails afterwards has to be seen by as many again.
      witnesses.clear()
    },
    leave,
  }
}
