import type { Network, NetworkId, Refusal } from '@foyer/core'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useModal } from '../modalContext.js'
import { useAttempt } from './useAttempt.js'

export interface SwitchNetwork {
  readonly network: Network | undefined
  /** `unsupported`: the wallet neither knows the network nor takes it in. */
  readonly phase: 'waiting' | 'declined' | 'unsupported' | 'failed'
  readonly notice: PlainSentenceKey | undefined
  readonly retry: () => void
}

/** Where switching to a network stands by the store's attempt. */
export function useSwitchNetwork({ networkId }: { readonly networkId: NetworkId }): SwitchNetwork {
  const { state } = useModal()
  const { failure, retry } = useAttempt({ kind: 'switch', networkId })
  return {
    network: state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId),
    phase: failure ? phaseOf(failure) : 'waiting',
    notice: failure?.notice === 'error.unknown' ? undefined : failure?.notice,
    retry,
  }
}

function phaseOf({ code, notice }: Refusal): SwitchNetwork['phase'] {
  if (code === 'user_rejected') return 'declined'
  return notice === 'error.chainNotSupported' ? 'unsupported' : 'failed'
}
