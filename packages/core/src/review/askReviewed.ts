import { type ReviewedRequest, sendReviewed } from '../actions/send.js'
import { refuseAttempt } from '../attempt/runAttempt.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { AttemptId, Refusal } from '../state/attempt.js'
import type { ViewProps } from '../state/viewParams.js'
import type { WalletAnswer } from '../transactions/runTransaction.js'
import type { ShowReceiptParameters } from '../transactions/tray.js'

/** The receipt of what was sent, and where it is shown. */
export type Receipt = Omit<ShowReceiptParameters, 'networkId' | 'hash' | 'kind'>

/** A review that was agreed to. */
export interface AgreedReview {
  readonly kind: ViewProps<'Receipt'>['kind']
  /** Distinguishes it from others of its kind. */
  readonly subject?: string | undefined
  readonly request: ReviewedRequest
  /** Called with the attempt's number, before the wallet is asked. */
  readonly onAsked?: ((id: AttemptId) => void) | undefined
  /** Called once the wallet has sent it. @returns the receipt to show */
  readonly onSent: () => Receipt | undefined
  /** Called once it has failed. @returns the sentence for a visitor who doesn't see the review; `handled` where it is asked for otherwise */
  readonly onFailed?: ((refusal: Refusal, error: unknown) => PlainSentenceKey | 'handled' | undefined) | undefined
}

/**
 * Has the wallet asked for what a visitor has reviewed, exactly that, once and never again [F22]; then shows its receipt, or says why there is none.
 *
 * @returns once the wallet has answered; undefined where another of its kind is asked for
 * @throws ChunkLoadError
 */
export async function askReviewed(
  foyer: Foyer,
  { kind, subject, request, onAsked, onSent, onFailed }: AgreedReview,
): Promise<WalletAnswer | undefined> {
  const context = contextOf(foyer)
  const { networkId, address } = request
  const attempt = { kind, networkId, address, subject }
  const { askToSend, showReceipt } = await context
    .queries()
    .catch((cause: unknown) => refuseAttempt(context, { attempt, cause }))
  const answer = await askToSend(context, {
    attempt,
    prepare: async ({ id }) => onAsked?.(id),
    send: ({ signal }) => sendReviewed(foyer, request, signal),
  })
  if (answer?.status === 'sent') {
    const receipt = onSent()
    if (receipt) showReceipt(foyer, { networkId, hash: answer.hash, kind, ...receipt })
  } else if (answer?.refusal) {
    const message = onFailed?.(answer.refusal, answer.error)
    if (message === 'handled') return answer
    // Also what was aborted once the wallet was asked: it may have been sent.
    if (answer.refusal.code !== 'user_rejected') context.report(answer.error)
    if (message) context.update(() => ({ snackbar: { variant: 'error', message } }))
  }
  return answer
}
