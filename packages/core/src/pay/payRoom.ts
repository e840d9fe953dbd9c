import { contextOf } from '../context.js'
import { FeatureDisabledError } from '../errors/action.js'
import { PayError } from '../errors/pay.js'
import type { Foyer } from '../foyer.js'
import { type Observable, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import { push, replace } from '../view/navigate.js'
import { currentRoute } from '../view/viewState.js'
import type { PayExchange } from '../wire/payments.js'
import { type CheckedPayRequest, checkPayRequest, type PayRequest } from './payAsset.js'

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
class PayRoom {
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

/**
 * Opens the modal for a payment. While a payment is under way in the visitor's wallet, the same request shows it, and another is refused.
 *
 * @throws FeatureDisabledError where `features.pay` is off · PayError `pay_invalid_config` for a network that isn't configured · `pay_wrong_family` ·
 * `pay_invalid_asset` · `pay_invalid_recipient` · `pay_invalid_amount` · `pay_not_started`
 * @example
 * openPay(foyer, { asset: baseUSDC, amount: '12.5', recipient: '0x…' })
 */
export function openPay(foyer: Foyer, wanted: PayRequest): void {
  const { features, networks } = foyer.store.getState()
  if (!features.pay) throw new FeatureDisabledError({ feature: 'pay', view: 'Pay' })
  const request = checkPayRequest(wanted)
  const { networkId } = request.asset
  if (!networks.some(({ caipNetworkId }) => caipNetworkId === networkId))
    throw new PayError({
      code: 'pay_invalid_config',
      why: 'the asset’s network isn’t configured. Add it to `networks`.',
      facts: { networkId },
    })
  const room = payRoomOf(foyer)
  const { payment, request: former } = room.state.get()
  if (isRunning(payment) && payment.way.type === 'wallet') {
    if (!former || !isSame(former, request))
      throw new PayError({ code: 'pay_not_started', why: 'another payment is under way in the visitor’s wallet.' })
    foyer.open({ view: 'PayLoading' })
    return
  }
  room.stop()
  room.dispatch({ type: 'requested', request })
  foyer.open({ view: 'Pay' })
}

const isSame = (one: CheckedPayRequest, other: CheckedPayRequest): boolean =>
  one.assetId === other.assetId && one.recipient === other.recipient && one.exact.value === other.exact.value

/** What is to be paid and how far that is, to be followed. */
export const payState = (foyer: Foyer): Observable<PayState> => payRoomOf(foyer).state

/** Whether the visitor pays right now. */
export const isPaymentInProgress = (foyer: Foyer): boolean => isRunning(payState(foyer).get().payment)

/** What a completed payment left behind. */
export interface PayResult {
  /** The transaction, where it is known. */
  readonly hash: string | undefined
  /** The exchange's session, for a payment from one. */
  readonly sessionId: string | undefined
}

/** The newest payment's result; undefined until it is completed. */
export function payResult(foyer: Foyer): PayResult | undefined {
  const { payment } = payState(foyer).get()
  if (payment?.end?.status !== 'completed') return undefined
  return { hash: payment.hash, sessionId: payment.sessionId }
}

/** Why the newest payment failed; undefined where it didn't. */
export function payError(foyer: Foyer): Error | undefined {
  const end = payState(foyer).get().payment?.end
  return end?.status === 'failed' ? end.error : undefined
}

/** Whether the kit could send the asset from a wallet: a family without an adapter is paid from exchanges only. */
export const canPayFromWallet = (foyer: Foyer, { family }: Pick<CheckedPayRequest, 'family'>): boolean =>
  contextOf(foyer).adapters.has(family)

/** Shows the payment that has started, where the visitor chose it in the modal. */
export function showPayment(foyer: Foyer): void {
  const { view } = foyer.store.getState()
  if (view.open && currentRoute(view).view === 'Pay') push(foyer, { view: 'PayLoading' })
}

/** Ends a payment; its receipt, or why it failed, is shown until the visitor closes it. */
export function endPayment({
  foyer,
  run: { id },
  end,
  hash,
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly end: PayEnd
  readonly hash?: string | undefined
}): void {
  payRoomOf(foyer).dispatch({ type: 'ended', id, end, hash })
  const { view } = foyer.store.getState()
  if (end.status === 'completed' && view.open && currentRoute(view).view === 'PayLoading')
    replace(foyer, { view: 'PayLoading', isCompleted: true })
}
