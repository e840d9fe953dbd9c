import type { PlainSentenceKey } from '@foyer/core/messages'
import type { PairingPhase } from '../../headless/pairing.js'
import type { ShownPairing } from '../hooks/useShownAttempt.js'

/** What is said of a pairing that came to nothing, or that has been under way for too long without a word of the relay. */
export interface FailureWords {
  /** `waiting`: it is still being tried. */
  readonly state: 'failed' | 'waiting'
  readonly title: PlainSentenceKey
  readonly text: PlainSentenceKey
}

const words: { readonly [Phase in PairingPhase]?: Omit<FailureWords, 'state'> } = {
  declined: { title: 'connect.declined', text: 'connect.declinedWhy' },
  unused: { title: 'connect.timedOut', text: 'pairing.unusedWhy' },
  failed: { title: 'connect.failed', text: 'pairing.failedWhy' },
  unreachable: { title: 'pairing.unreachable', text: 'pairing.unreachableWhy' },
  refused: { title: 'pairing.refused', text: 'pairing.refusedWhy' },
  offline: { title: 'pairing.offline', text: 'pairing.offlineWhy' },
  missing: { title: 'pairing.missing', text: 'pairing.missingWhy' },
}

/** The words for where a pairing stands; undefined where all goes well. */
export function failureWords({
  phase,
  notice,
  silent,
}: Pick<ShownPairing, 'phase' | 'notice' | 'silent'>): FailureWords | undefined {
  if (phase === 'preparing' && silent) return { state: 'waiting', title: 'pairing.slow', text: 'pairing.slowWhy' }
  const found = words[phase]
  return found && { state: 'failed', ...found, ...(notice ? { text: notice } : {}) }
}
