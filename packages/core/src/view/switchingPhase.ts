import type { Refusal } from '../state/attempt.js'

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
