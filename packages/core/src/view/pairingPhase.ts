import type { Refusal } from '../state/attempt.js'

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
