import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { PairingOffer } from '../connector/steps.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, isRunning, offerOf, type Refusal } from '../state/attempt.js'
import { reportUnexpected } from './shownAttempt.js'

/** An attempt as a view shows it. */
export interface AttemptView {
  readonly isRunning: boolean
  /** Why it failed; undefined while it runs, and where it was cancelled. */
  readonly failure: Refusal | undefined
  /** The pairing that a wallet elsewhere may scan or open now. */
  readonly offer: PairingOffer | undefined
}

/** Pure: an attempt as a view shows it. */
export function attemptView(attempt: Attempt | undefined): AttemptView {
  const { end } = attempt ?? {}
  return {
    isRunning: isRunning(attempt),
    failure: end?.status === 'failed' ? end : undefined,
    offer: offerOf(attempt),
  }
}

/** A failure's own sentence, where it says more than the phase. */
export const noticeOf = (failure: Refusal | undefined): PlainSentenceKey | undefined =>
  failure?.notice === 'error.unknown' ? undefined : failure?.notice

export interface Starter {
  /** Starts at once, so that the wallet is asked within the press's user activation. A second press for the same target changes nothing. */
  readonly start: (target: string, run: (signal: AbortSignal) => Promise<unknown>) => void
  /** Cancels what was started here last. */
  readonly cancel: () => void
}

/** Starts attempts by actions of the kit, one at a time. Their outcome is the store's; an error that is neither a refusal nor a cancellation goes to `onError`. */
export function createStarter(foyer: Foyer): Starter {
  let running: { readonly target: string; readonly controller: AbortController } | undefined
  return {
    start(target, run) {
      if (running?.target === target) return
      const own = { target, controller: new AbortController() }
      running = own
      run(own.controller.signal)
        .catch((error: unknown) => reportUnexpected(contextOf(foyer), error))
        .finally(() => {
          if (running === own) running = undefined
        })
    },
    cancel() {
      running?.controller.abort()
      running = undefined
    },
  }
}
