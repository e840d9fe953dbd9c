import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Observable, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
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

/** What a kit keeps of payments beside its store. */
export class PayRoom {
  readonly state: Observable<PayState>
  readonly dispatch: (event: PayEvent) => void
  #payments = 0
  #running = new AbortController()
  /** Comes back to the payment once a wallet is connected. */
  #stopReturning = (): void => {}

  constructor() {
    const { get, set, subscribe } = observable<PayState>({})
    this.state = { get, subscribe }
    this.dispatch = (event) => set(nextPay(get(), event))
  }

  /** Starts a payment; undefined where one is running that can't be left. */
  begin({ way, step }: { readonly way: PayWay; readonly step: PayStep }): PayRun | undefined {
    this.#payments += 1
    const id = this.#payments
    this.dispatch({ type: 'started', payment: { id, way, step } })
    if (this.state.get().payment?.id !== id) return undefined
    this.#running = new AbortController()
    const { signal } = this.#running
    return { id, signal, move: (change) => this.dispatch({ type: 'moved', id, change }) }
  }

  /** Stops following the payment that runs; a wallet that was asked goes on. */
  stop(): void {
    this.#running.abort()
  }

  returnBy(stop: () => void): void {
    this.#stopReturning()
    this.#stopReturning = stop
  }

  end(): void {
    this.stop()
    this.returnBy(() => {})
  }
}

/** One payment that runs. */
export interface PayRun {
  readonly id: number
  readonly signal: AbortSignal
  readonly move: (change: Extract<PayEvent, { readonly type: 'moved' }>['change']) => void
}

/** A kit's room of payments; the same for as long as the kit runs. */
export function payRoomOf(foyer: Pick<Foyer, 'close'>): PayRoom {
  return roomOf({
    context: contextOf(foyer),
    name: 'pay',
    Room: PayRoom,
    make: () => new PayRoom(),
    end: (room) => room.end(),
  })
}
