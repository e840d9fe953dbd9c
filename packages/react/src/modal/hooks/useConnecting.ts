import type { Refusal } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useModal } from '../modalContext.js'
import { type KnownWallet, walletOf } from '../walletNames.js'
import { useAttempt } from './useAttempt.js'

/** Where an attempt to connect stands. */
export type ConnectingPhase = 'waiting' | 'declined' | 'pending' | 'timedOut' | 'gone' | 'failed'

export interface Connecting {
  readonly wallet: KnownWallet | undefined
  readonly phase: ConnectingPhase
  /** The failure's own sentence, where it says more than the phase. */
  readonly notice: PlainSentenceKey | undefined
  /** Asks the wallet once more. */
  readonly retry: () => void
}

/** Where connecting stands by the store's attempt. */
export function useConnecting({ connectorId }: { readonly connectorId: string }): Connecting {
  const { foyer, state } = useModal()
  const wallet = walletOf({ id: connectorId, state, foyer })
  const { isRunning, failure, retry } = useAttempt({ kind: 'connect', connectorId })
  const phase = phaseOf({ failure, isRunning, isPresent: wallet?.present ?? false })
  return { wallet, phase, notice: failure?.notice === 'error.unknown' ? undefined : failure?.notice, retry }
}

/** Pure: where an attempt stands by what is known of it. */
export function phaseOf({
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
      return 'waiting'
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
