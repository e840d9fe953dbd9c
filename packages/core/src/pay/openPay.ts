import { contextOf } from '../context.js'
import { FeatureDisabledError } from '../errors/action.js'
import { PayError } from '../errors/pay.js'
import type { Foyer } from '../foyer.js'
import type { Observable } from '../store/observable.js'
import { push } from '../view/navigate.js'
import { currentRoute } from '../view/viewState.js'
import { type CheckedPayRequest, checkPayRequest, type PayRequest } from './payAsset.js'
import { isRunning, type PayEnd, type PayRun, type PayState, payRoomOf } from './payRoom.js'

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

/** How long a completed payment is shown. */
const shownMs = 3000

/** Shows the payment that has started, where the visitor chose it in the modal. */
export function showPayment(foyer: Foyer): void {
  if (isShown({ foyer, view: 'Pay' })) push(foyer, { view: 'PayLoading' })
}

/** Ends a payment. A completed one is shown for 3 s, then the modal closes by itself; a failed one waits for the visitor. */
export function endPayment({
  foyer,
  run: { id, signal },
  end,
  hash,
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly end: PayEnd
  readonly hash?: string | undefined
}): void {
  const { dispatch } = payRoomOf(foyer)
  dispatch({ type: 'ended', id, end, hash })
  if (end.status !== 'completed') return
  const { clock } = contextOf(foyer)
  const cancel = clock.setTimeout(() => {
    const isLast = payRoomOf(foyer).state.get().payment?.id === id
    if (isLast && isShown({ foyer, view: 'PayLoading' })) foyer.close()
  }, shownMs)
  signal.addEventListener('abort', cancel, { once: true })
}

function isShown({ foyer, view: name }: { readonly foyer: Foyer; readonly view: 'Pay' | 'PayLoading' }): boolean {
  const { view } = foyer.store.getState()
  return view.open && currentRoute(view).view === name
}
