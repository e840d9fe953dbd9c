import type { Refusal } from '../state/attempt.js'

/**
 * The phase of an attempt to connect: `idle` before one and after a cancelled one; `waiting` for the wallet; or why it failed. The visitor declined,
 * the wallet has a request open already, it didn't answer in time, or it isn't in the page any more.
 */
export type ConnectingPhase = 'idle' | 'waiting' | 'declined' | 'pending' | 'timedOut' | 'gone' | 'failed'

/** Pure: where an attempt stands by what is known of it. */
export function connectingPhase({
  failure,
  isRunning,
  isPresent,
}: {
  readonly failure: Pick<Refusal, 'code'> | undefined
  readonly isRunning: boolean
  readonly isPresent: boolean
}): ConnectingPhase {
  if (isRunning) return 'waiting'
  if (!isPresent) return 'gone'
  switch (failure?.code) {
    case undefined:
      return 'idle'
    case 'user_rejected':
      return 'declined'
    case 'request_pending':
      return 'pending'
    case 'request_timeout':
      return 'timedOut'
    case 'connector_not_found':
      return 'gone'
    default:
      return 'failed'
  }
}
