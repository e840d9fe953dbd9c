import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { PairingOffer } from '../connector/live.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, isRunning, offerOf, type Refusal } from '../state/attempt.js'
import { reportUnexpected } from './views.js'

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

/**
 * The phase of pairing: not begun, beginning, offered to the wallet; or why it failed. The wallet declined, didn't answer in
 * time, or gave an answer that can't be used, or a piece of the kit can't be had; the relay wasn't reached, or refused; the browser is offline; the kit
 * can't pair.
 */
export type PairingPhase =
  | 'idle'
  | 'preparing'
  | 'offered'
  | 'declined'
  | 'unused'
  | 'failed'
  | 'unreachable'
  | 'refused'
  | 'offline'
  | 'missing'

/** Pure: where pairing stands by what is known of it. */
export function pairingPhase({
  failure,
  isRunning,
  isOffered,
  online,
}: {
  readonly failure: Pick<Refusal, 'code'> | undefined
  readonly isRunning: boolean
  readonly isOffered: boolean
  readonly online: boolean
}): PairingPhase {
  if (isRunning) return isOffered ? 'offered' : 'preparing'
  switch (failure?.code) {
    case undefined:
      return 'idle'
    case 'user_rejected':
      return 'declined'
    case 'request_timeout':
    case 'pairing_expired':
      return 'unused'
    case 'relay_unreachable':
    case 'offline':
      return online ? 'unreachable' : 'offline'
    case 'chunk_load':
      return online ? 'failed' : 'offline'
    case 'relay_refused':
    case 'relay_answer':
      return 'refused'
    case 'connector_not_found':
    case 'wallet_connect_connector_not_found':
      return 'missing'
    default:
      return 'failed'
  }
}

/** The phase of switching; `adding`: the wallet doesn't know the network, and is asked to add it; `unsupported`: nor does it do that. */
export type SwitchingPhase = 'idle' | 'waiting' | 'adding' | 'declined' | 'unsupported' | 'failed'

/** Pure: where switching stands by what is known of it. */
export function switchingPhase({
  isRunning,
  isAdding,
  failure,
}: {
  readonly isRunning: boolean
  readonly isAdding: boolean
  readonly failure: Refusal | undefined
}): SwitchingPhase {
  if (isRunning) return isAdding ? 'adding' : 'waiting'
  return failure ? failedPhase(failure) : 'idle'
}

function failedPhase({ code, notice }: Refusal): SwitchingPhase {
  if (code === 'user_rejected') return 'declined'
  return notice === 'error.chainNotSupported' ? 'unsupported' : 'failed'
}
