import type { Refusal } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { pairingConnectorId } from '@foyer/core/view'
import { useModal } from '../modalContext.js'
import { useAttempt } from './useAttempt.js'

/**
 * Where pairing stands: not begun, beginning, offered to the wallet; or why it failed. The wallet declined, didn't answer in
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

export interface Pairing {
  readonly phase: PairingPhase
  /** The failure's own sentence, where it says more than the phase. */
  readonly notice: PlainSentenceKey | undefined
  /** What the wallet is to be given, while it's offered. */
  readonly uri: string | undefined
  /** Begins, or begins anew. */
  readonly start: () => void
}

/** Where pairing stands by the store's attempt. Where the host pairs by itself, it waits for the host, or for the visitor. */
export function usePairing(): Pairing {
  const { foyer, state } = useModal()
  const { isRunning, failure, offer, retry } = useAttempt({ kind: 'connect', connectorId: pairingConnectorId(state) })
  const phase = pairingPhase({
    failure,
    isRunning,
    isOffered: offer !== undefined,
    online: state.online,
    isManual: foyer.options.manualWCControl,
  })
  return {
    phase,
    notice: phase === 'failed' && failure?.notice !== 'error.unknown' ? failure?.notice : undefined,
    uri: phase === 'offered' ? offer?.uri : undefined,
    start: retry,
  }
}

/** Pure: where pairing stands by what is known of it. */
export function pairingPhase({
  failure,
  isRunning,
  isOffered,
  online,
  isManual,
}: {
  readonly failure: Pick<Refusal, 'code'> | undefined
  readonly isRunning: boolean
  readonly isOffered: boolean
  readonly online: boolean
  readonly isManual: boolean
}): PairingPhase {
  if (isRunning) return isOffered ? 'offered' : 'preparing'
  switch (failure?.code) {
    case undefined:
      return isManual ? 'idle' : 'preparing'
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
    case 'walletconnect_connector_not_found':
      return 'missing'
    default:
      return 'failed'
  }
}
