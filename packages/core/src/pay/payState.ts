import type { PayExchange } from '../wire/pay.js'
import type { CheckedPayRequest } from './payAsset.js'

/** How the visitor pays. */
export type PayWay =
  | { readonly type: 'wallet'; readonly name: string }
  | { readonly type: 'exchange'; readonly exchange: PayExchange }

/**
 * What a payment waits for: the wallet's consent to another network, or to the transfer; the network's block; the exchange's page; the visitor and the
 * exchange.
 */
export type PayStep = 'switching' | 'confirming' | 'mining' | 'opening' | 'following'

/**
 * Why a payment failed. `unclear`: the wallet or the network gave no answer, so that it may have gone through after all; `declined` by the visitor;
 * `reverted` by the network.
 */
export type PayFailure = 'declined' | 'reverted' | 'unclear' | 'failed'

export type PayEnd =
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly reason: PayFailure; readonly error: Error }

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

/** What a kit's host wants to be paid, and the newest payment of it. */
export interface PayState {
  readonly request?: CheckedPayRequest | undefined
  readonly payment?: Payment | undefined
}

export type PayEvent =
  | { readonly type: 'requested'; readonly request: CheckedPayRequest }
  | { readonly type: 'started'; readonly payment: Payment }
  | {
      readonly type: 'moved'
      readonly id: number
      readonly change: Partial<Pick<Payment, 'step' | 'hash' | 'url' | 'sessionId' | 'isStale'>>
    }
  | { readonly type: 'ended'; readonly id: number; readonly end: PayEnd; readonly hash?: string | undefined }
  /** The visitor looks for another way. */
  | { readonly type: 'left'; readonly id: number }

/** Every rule of a payment's state. Pure: what changes nothing gives the very same state; what has ended stays as it ended. */
export function nextPay(state: PayState, event: PayEvent): PayState {
  const { payment } = state
  switch (event.type) {
    case 'requested':
      return { request: event.request }
    case 'started':
      return isRunning(payment) ? state : { ...state, payment: event.payment }
    case 'moved':
      if (payment?.id !== event.id || payment.end) return state
      return { ...state, payment: { ...payment, ...event.change } }
    case 'ended':
      if (payment?.id !== event.id || payment.end) return state
      return { ...state, payment: { ...payment, hash: event.hash ?? payment.hash, isStale: false, end: event.end } }
    case 'left':
      return payment?.id === event.id && canLeave(payment) ? { request: state.request } : state
  }
}

/** Has a payment begun and not ended? */
export const isRunning = (payment: Payment | undefined): payment is Payment =>
  payment !== undefined && payment.end === undefined

/** May another payment take its place? Not while a wallet is asked or has sent it: the visitor would pay twice. */
export const canLeave = (payment: Payment): boolean =>
  payment.end === undefined ? payment.way.type === 'exchange' : payment.end.status === 'failed'
