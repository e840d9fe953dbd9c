import type { FoyerError } from '../errors/FoyerError.js'
import type { Attempt, AttemptEnd, AttemptId } from '../state/attempt.js'
import type { PayExchange } from '../wire/payments.js'
import type { CheckedPayRequest } from './payAsset.js'

/** The visitor's way to pay. */
export type PayWay =
  | { readonly type: 'wallet'; readonly name: string }
  | { readonly type: 'exchange'; readonly exchange: PayExchange }

/**
 * A payment's awaited event: the wallet's consent to another network, or to the transfer; the network's block; the exchange's page; the visitor and the
 * exchange.
 */
export type PayStep = 'switching' | 'confirming' | 'mining' | 'opening' | 'following'

/**
 * Why a payment failed. `unclear`: the wallet or the network gave no answer, so that it may have gone through after all; `declined` by the visitor;
 * `reverted` by the network; `failed` also where the visitor cancelled or replaced it in the wallet.
 */
export type PayFailure = 'declined' | 'reverted' | 'unclear' | 'failed'

export type PayEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly reason: PayFailure; readonly error: FoyerError }

/** One payment, running or ended. */
export interface Payment {
  /** Numbers the payments of a kit, so that a late answer of a superseded one changes nothing. */
  readonly id: number
  readonly way: PayWay
  readonly step: PayStep
  /** Names the transaction on its network, once it is known. */
  readonly hash?: string | undefined
  /** The exchange's page and session. */
  readonly url?: string | undefined
  readonly sessionId?: string | undefined
  /** The last question for the status got no answer; it is asked again. */
  readonly isStale?: boolean | undefined
  readonly end?: PayEnd | undefined
}

/** The payment that a kit's host wants, and the newest try of it. */
export interface PayState {
  readonly request?: CheckedPayRequest | undefined
  readonly payment?: Payment | undefined
}

/** A payment as it is kept. The progress of one from a wallet, and why it failed, is in its attempt alone. */
export interface KeptPayment extends Omit<Payment, 'step' | 'end'> {
  /** Of one from an exchange. */
  readonly step?: 'opening' | 'following' | undefined
  /** Of one from a wallet, once it has begun. */
  readonly attemptId?: AttemptId | undefined
  readonly end?: KeptEnd | undefined
}

export interface KeptPay {
  readonly request?: CheckedPayRequest | undefined
  readonly payment?: KeptPayment | undefined
}

export type KeptEnd = { readonly status: 'completed' } | { readonly status: 'failed'; readonly error: FoyerError }

export type PayEvent =
  | { readonly type: 'started'; readonly payment: KeptPayment }
  | { readonly type: 'moved'; readonly id: number; readonly change: Partial<Omit<KeptPayment, 'id' | 'way'>> }
  /** The visitor looks for another way. */
  | { readonly type: 'left'; readonly id: number }

/** Every rule of what is kept. Pure: what changes nothing gives the very same state; what has ended stays as it ended. */
export function nextPay(state: KeptPay, event: PayEvent): KeptPay {
  const { payment } = state
  switch (event.type) {
    case 'started':
      return isRunning(payment) ? state : { ...state, payment: event.payment }
    case 'moved':
      if (payment?.id !== event.id || payment.end) return state
      return { ...state, payment: { ...payment, ...event.change } }
    case 'left':
      return payment?.id === event.id && canLeave(payment) ? { request: state.request } : state
  }
}

/** Derives the shown state, given the newest attempt to pay, and whether the wallet is on the asset's network. */
export function shownPay(
  { request, payment }: KeptPay,
  { newest, isThere }: { readonly newest: Attempt | undefined; readonly isThere: boolean },
): PayState {
  if (!payment) return { request }
  const { attemptId, step, end, ...rest } = payment
  const attempt = newest?.id === attemptId ? newest : undefined
  const sent = attempt?.step.type === 'sent' ? attempt.step : undefined
  const asking = attempt?.step.type === 'walletPrompt' || isThere ? 'confirming' : 'switching'
  return {
    request,
    payment: {
      ...rest,
      step: step ?? (sent ? 'mining' : asking),
      hash: rest.hash ?? sent?.hash,
      end: end?.status === 'failed' ? { ...end, reason: reasonOf(end.error, attempt?.end) } : end,
    },
  }
}

function reasonOf(error: FoyerError, end: AttemptEnd | undefined): PayFailure {
  if (error.code === 'transaction_failed') return error.facts.status === 'reverted' ? 'reverted' : 'failed'
  // It was sent, and nothing follows it.
  if (end?.status === 'succeeded') return 'unclear'
  if (end?.status === 'failed' && end.mayHaveBeenSent) return 'unclear'
  return error.code === 'user_rejected' ? 'declined' : 'failed'
}

/** Has a payment begun and not ended? */
export const isRunning = <P extends Pick<KeptPayment, 'end'>>(payment: P | undefined): payment is P =>
  payment !== undefined && payment.end === undefined

/** May another payment take its place? Not while a wallet is asked or has sent it: the visitor would pay twice. */
export const canLeave = ({ way, end }: Pick<KeptPayment, 'way' | 'end'>): boolean =>
  end === undefined ? way.type === 'exchange' : end.status === 'failed'

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
