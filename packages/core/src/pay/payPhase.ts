import type { Payment, PayState } from './payment.js'

/** The phase of the payment: `none`: nothing is to be paid; `choosing`: the visitor chooses how. */
export type PayPhase =
  | 'none'
  | 'choosing'
  | Payment['step']
  | 'completed'
  | 'declined'
  | 'reverted'
  | 'unclear'
  | 'failed'

export function payPhase({ request, payment }: PayState): PayPhase {
  if (!request) return 'none'
  if (!payment) return 'choosing'
  if (!payment.end) return payment.step
  return payment.end.status === 'completed' ? 'completed' : payment.end.reason
}

/** The result of a completed payment. */
export interface PayResult {
  /** The transaction, where it is known. */
  readonly hash: string | undefined
  /** The exchange's session, for a payment from one. */
  readonly sessionId: string | undefined
}

export function payResultOf(payment: Payment | undefined): PayResult | undefined {
  if (payment?.end?.status !== 'completed') return undefined
  return { hash: payment.hash, sessionId: payment.sessionId }
}
