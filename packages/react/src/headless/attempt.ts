import type { Attempt, PairingOffer, Refusal } from '@foyer/core'
import { isRunning, offerOf } from '@foyer/core/attempt'
import { contextOf, reportUnexpected } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useMemo, useRef } from 'react'
import { useFoyer } from '../kit.js'

/** What the store says of an attempt. */
export interface AttemptView {
  readonly isRunning: boolean
  /** Why it failed; undefined while it runs, and where it was cancelled. */
  readonly failure: Refusal | undefined
  /** What a wallet elsewhere may scan or open now. */
  readonly offer: PairingOffer | undefined
}

/** Pure: an attempt as a hook shows it. */
export function viewOf(attempt: Attempt | undefined): AttemptView {
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

/** Starts an attempt by an action of the kit. Its outcome is the store's; an error that is neither a refusal nor a cancellation goes to `onError`. */
export function useStarter(): Starter {
  const foyer = useFoyer()
  const running = useRef<{ readonly target: string; readonly controller: AbortController }>(undefined)
  return useMemo(
    () => ({
      start(target, run) {
        if (running.current?.target === target) return
        const own = { target, controller: new AbortController() }
        running.current = own
        run(own.controller.signal)
          .catch((error: unknown) => reportUnexpected(contextOf(foyer), error))
          .finally(() => {
            if (running.current === own) running.current = undefined
          })
      },
      cancel() {
        running.current?.controller.abort()
        running.current = undefined
      },
    }),
    [foyer],
  )
}
