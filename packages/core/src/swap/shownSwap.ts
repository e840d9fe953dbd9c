import { type Attempt, isAsking, isRunning, type Refusal } from '../attempt/attempt.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import type { KeptSwap, SwapState, SwapStep } from './swapFigures.js'

/** A swap as it is shown: what the wallet was asked for comes before what is prepared. Pure. */
export function shownSwap(kept: KeptSwap, attempt: Attempt | undefined): SwapState {
  const { step, promised, attemptId } = kept
  const own = attempt?.id === attemptId ? attempt : undefined
  // The wallet is asked for one at a time, also where a former review began it.
  if (promised !== undefined && (isAsking(attempt) || isRunning(own))) {
    const phase = isAsking(attempt) ? 'wallet' : 'mining'
    return { ...kept, step: step.status === 'approval' ? { status: 'approving', phase } : { status: 'swapping' } }
  }
  const { end } = own ?? {}
  if (end?.status === 'succeeded') return { ...kept, step: { status: 'preparing' } }
  if (end?.status !== 'failed') return kept
  const notice = failureNotice(end)
  if (end.mayHaveBeenSent) return { ...kept, step: { status: 'unknown' }, notice }
  return end.code === 'user_rejected' ? { ...kept, notice } : { ...kept, step: { status: 'failed', notice } }
}

/** What the visitor reads of a request to the wallet that failed. */
export function failureNotice({ code, notice, mayHaveBeenSent }: Refusal): PlainSentenceKey {
  if (mayHaveBeenSent) return notice
  if (code === 'user_rejected') return 'swap.declined'
  if (notice === 'account.transactionReverted') return 'swap.approvalReverted'
  return notice === 'error.unknown' ? 'swap.sendFailed' : notice
}

/** While the wallet is asked, or the network takes something in, nothing of the swap changes. */
export const isSending = ({ status }: SwapStep): boolean => status === 'approving' || status === 'swapping'

/** Nor is anything asked for or prepared anew; nor where nobody knows whether it was sent, until the visitor begins something else. */
export const isHeld = (step: SwapStep): boolean => isSending(step) || step.status === 'unknown'
