import type { PlainSentenceKey } from '@foyer/core/messages'
import type { PairingPhase } from '../../headless/pairing.js'
import type { ShownPairing } from '../hooks/useShownAttempt.js'

/** What is said of a pairing that came to nothing. */
export interface FailureWords {
  readonly title: PlainSentenceKey
  readonly text: PlainSentenceKey
}

const words: { readonly [Phase in PairingPhase]?: FailureWords } = {
  declined: { title: 'connect.declined', text: 'connect.declinedWhy' },
  unused: { title: 'connect.timedOut', text: 'pairing.unusedWhy' },
  failed: { title: 'connect.failed', text: 'pairing.failedWhy' },
  unreachable: { title: 'pairing.unreachable', text: 'pairing.unreachableWhy' },
  refused: { title: 'pairing.refused', text: 'pairing.refusedWhy' },
  offline: { title: 'pairing.offline', text: 'pairing.offlineWhy' },
  missing: { title: 'pairing.missing', text: 'pairing.missingWhy' },
}

/** The words for where a pairing stands; undefined where nothing has failed. */
export function failureWords({ phase, notice }: Pick<ShownPairing, 'phase' | 'notice'>): FailureWords | undefined {
  const found = words[phase]
  return found && notice ? { ...found, text: notice } : found
}
