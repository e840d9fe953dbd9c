import { contextOf, type FoyerContext } from '../context.js'
import { FeatureDisabledError } from '../errors/action.js'
import { PayError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { connectionOf } from '../state/selectors.js'
import { currentRoute } from '../state/viewState.js'
import { type Observable, observable, roomOf } from '../store/observable.js'
import { push, replace } from '../view/navigate.js'
import { type CheckedPayRequest, checkPayRequest, type PayRequest } from './payAsset.js'
import {
  isRunning,
  type KeptEnd,
  type KeptPay,
  type KeptPayment,
  nextPay,
  type PayEvent,
  type PayResult,
  type PayState,
  payResultOf,
  shownPay,
} from './payment.js'

/** A kit's state of payments beside its store. */
class PayRoom {
  readonly state: Observable<PayState>
  readonly #context: FoyerContext
  readonly #shown = observable<PayState>({})
  #kept: KeptPay = {}
  #payments = 0
  #running = new AbortController()
  /** Comes back to the payment once a wallet is connected. */
  #stopReturning = (): void => {}

  constructor(context: FoyerContext) {
    this.#context = context
    this.state = this.#shown
    context.store.subscribe(({ connection }, before) => {
      if (isRunning(this.#kept.payment) && connection !== before.connection) this.#keep(this.#kept)
    })
  }

  dispatch(event: PayEvent): void {
    const next = nextPay(this.#kept, event)
    if (next !== this.#kept) this.#keep(next)
  }

  /** Begins anew with what the host wants to be paid. */
  ask(request: CheckedPayRequest): void {
    this.stop()
    this.#context.endings.add(this.#end)
    this.#keep({ request })
  }

  /** Starts a payment; undefined where one is running that can't be left. */
  begin(payment: Pick<KeptPayment, 'way' | 'step'>): PayRun | undefined {
    this.#payments += 1
    const id = this.#payments
    this.dispatch({ type: 'started', payment: { ...payment, id } })
    if (this.state.get().payment?.id !== id) return undefined
    this.#running = new AbortController()
    const { signal } = this.#running
    return { signal, move: (change) => this.dispatch({ type: 'moved', id, change }) }
  }

  /** Stops following the payment that runs. */
  stop(): void {
    this.#running.abort()
  }

  returnBy(stop: () => void): void {
    this.#stopReturning()
    this.#stopReturning = stop
  }

  /** Nothing is to be paid any more; who watches the room goes on. */
  readonly #end = (): void => {
    this.stop()
    this.returnBy(() => {})
    this.#keep({})
  }

  /** Keeps a payment; the shown state follows from it and the store. */
  #keep(kept: KeptPay): void {
    this.#kept = kept
    const { connection } = this.#context.store.getState()
    const { family, asset } = kept.request ?? {}
    const networkId = family && connectionOf(connection, family)?.networks[family]
    this.#shown.set(shownPay(kept, { newest: connection.attempts.pay, isThere: networkId === asset?.networkId }))
  }
}

/** One payment that runs. */
export interface PayRun {
  readonly signal: AbortSignal
  readonly move: (change: Extract<PayEvent, { readonly type: 'moved' }>['change']) => void
}

/** A kit's room of payments. */
export function payRoomOf(foyer: Pick<Foyer, 'close'>): PayRoom {
  const kit = contextOf(foyer)
  return roomOf(kit, { Room: PayRoom, kit })
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
  room.ask(request)
  foyer.open({ view: 'Pay' })
}

const isSame = (one: CheckedPayRequest, other: CheckedPayRequest): boolean =>
  one.assetId === other.assetId && one.recipient === other.recipient && one.exact.value === other.exact.value

/** Returns the state of what is to be paid and of its payment, to be followed. */
export const payState = (foyer: Foyer): Observable<PayState> => payRoomOf(foyer).state

/** Whether the visitor pays right now. */
export const isPaymentInProgress = (foyer: Foyer): boolean => isRunning(payState(foyer).get().payment)

/** The newest payment's result; undefined until it is completed. */
export function payResult(foyer: Foyer): PayResult | undefined {
  return payResultOf(payState(foyer).get().payment)
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
  run,
  ...ended
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly end: KeptEnd
  readonly hash?: string | undefined
}): void {
  run.move(ended)
  const { view } = foyer.store.getState()
  if (ended.end.status === 'completed' && view.open && currentRoute(view).view === 'PayLoading')
    replace(foyer, { view: 'PayLoading', isCompleted: true })
}
