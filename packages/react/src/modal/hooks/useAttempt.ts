import type { PairingOffer, Refusal } from '@foyer/core'
import { isRunning, offerOf } from '@foyer/core/connection'
import { type AttemptTarget, attemptAt, startShownAttempt } from '@foyer/core/view'
import { useCallback } from 'react'
import { useModal } from '../modalContext.js'

export interface AttemptView {
  readonly isRunning: boolean
  /** Why it failed; undefined while it runs, and where it was cancelled. */
  readonly failure: Refusal | undefined
  /** What a wallet elsewhere may scan or open now. */
  readonly offer: PairingOffer | undefined
  /** Starts what the shown view waits for, again. */
  readonly retry: () => void
}

/** The attempt that a view shows, as the store has it: the router starts it and cancels it, the view only reads. */
export function useAttempt(target: AttemptTarget): AttemptView {
  const { foyer, state } = useModal()
  const attempt = attemptAt(state.connection.attempts, target)
  const { end } = attempt ?? {}
  return {
    isRunning: isRunning(attempt),
    failure: end?.status === 'failed' ? end : undefined,
    offer: offerOf(attempt),
    retry: useCallback(() => startShownAttempt(foyer), [foyer]),
  }
}
