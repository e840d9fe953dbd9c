import { capabilities } from '../actions/read.js'
import { estimateReviewed } from '../actions/send.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { formatAmount } from '../chain/amount.js'
import { parseAccountId } from '../chain/caip.js'
import { actionsOf } from '../connection/reach.js'
import type { FamilyActions } from '../connector/family.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { KitEvent } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import { askReviewed, type Receipt } from '../review/askReviewed.js'
import type { Refusal } from '../state/attempt.js'
import { accountOf } from '../state/selectors.js'
import { currentRoute } from '../state/viewState.js'
import { rulesOf } from '../view/views.js'
import { swapGasLimit } from '../wire/swap.js'
import type { SwapProperties } from './feature.js'
import { failureNotice, type SwapEvent } from './nextSwap.js'
import { agreementOf, PriceMovedError, prepareSwap, requestToSwap } from './prepareSwap.js'
import { type Prepared, type SwapAccount, type SwapState, swapOverview } from './swapFigures.js'

/** The swap that is reviewed. */
export interface ReviewedSwap {
  readonly get: () => SwapState
  readonly dispatch: (event: SwapEvent) => void
  /** Asks for a quote at once. */
  readonly askNow: () => void
  /** Aborted, and another one, once what was loaded for an account and its network counts no more. */
  readonly session: () => AbortSignal
  /** The swap was sent. */
  readonly finish: () => void
}

/** The timeout of a review for a wallet to say whether it carries calls out as one, in milliseconds. */
const probeMs = 1_500

/** The timeout of the wallet's answer: later reviews go by that. */
const sayingMs = 20_000

/** A request to the wallet. */
interface Asked {
  /** As it was then. */
  readonly state: SwapState
  /** The visitor hasn't begun another swap meanwhile. */
  readonly isHere: () => boolean
}

/** The review of a swap: it prepares the next request to the wallet, checked against what was shown, and makes it once a press. */
export class SwapReview {
  readonly #foyer: Foyer
  readonly #context: FoyerContext
  readonly #swap: ReviewedSwap
  #preparing = new AbortController()
  /** The approval is mined: what was estimated with it holds no more. */
  #isApproved = false
  /** Whether a wallet carries several calls out as one, by its connection, account and network: asked once. */
  readonly #atomic = new Map<string, Promise<boolean>>()
  /** The number of views that show the review: two for a moment, while one replaces the other. */
  #views = 0
  #isBegun = false

  constructor(foyer: Foyer, swap: ReviewedSwap) {
    this.#foyer = foyer
    this.#context = contextOf(foyer)
    this.#swap = swap
  }

  /** Begins it, unless it is taken up again after a wallet's own surface has covered it. @returns ends it */
  begin(): () => void {
    this.#views += 1
    if (!this.#isBegun || this.#swap.get().promised === undefined) this.#begin()
    this.#isBegun = true
    return () => {
      this.#views -= 1
      const shown = currentRoute(this.#context.store.getState().view)
      if (this.#views > 0 || rulesOf(this.#context, shown)?.covers) return
      this.#isBegun = false
      this.cancel()
      this.#swap.dispatch({ type: 'leftReview' })
    }
  }

  #begin(): void {
    const { get, dispatch } = this.#swap
    const before = get()
    dispatch({ type: 'reviewed' })
    this.#isApproved = false
    if (get() === before) return
    this.#context.track({ event: 'INITIATE_SWAP', properties: swapProperties(get()) })
    this.prepare()
  }

  acceptOrRetry(): void {
    const { status } = this.#swap.get().step
    if (status !== 'worse' && status !== 'failed') return
    this.#swap.dispatch(status === 'worse' ? { type: 'acceptedPrice' } : { type: 'reviewed' })
    this.prepare()
  }

  /** @returns once the wallet has sent the swap, or the approval has come to its end */
  async confirm(): Promise<boolean> {
    const { get, dispatch, session } = this.#swap
    const state = get()
    const request = requestToSwap(state)
    if (!request) return false
    this.cancel()
    const begun = session()
    const asked: Asked = { state, isHere: () => begun === session() && !begun.aborted }
    const isApproval = state.step.status === 'approval'
    const answer = await askReviewed(this.#foyer, {
      kind: 'swap',
      request,
      onAsked: (attemptId) => dispatch({ type: 'asked', attemptId }),
      onSent: () => (isApproval ? undefined : this.#sent(asked)),
      onFailed: (refusal, error) => this.#refused(asked, { refusal, error }),
    })
    if (answer?.status !== 'sent') return false
    if (isApproval) await this.#followApproval(asked, answer.ended)
    return !isApproval
  }

  /** Builds the next request to the wallet; what was being built counts no more. */
  prepare(): void {
    this.cancel()
    const preparing = new AbortController()
    this.#preparing = preparing
    void this.#prepare(preparing.signal)
  }

  /**
   * Works out what the network takes, while the form is filled in: by the transaction that the review would have the wallet sign, so that both show the same. It is asked
   * for once for two tokens.
   */
  async estimate(signal: AbortSignal): Promise<void> {
    const state = this.#swap.get()
    const { account, fee } = state
    const { figures, action } = swapOverview(state)
    if (!account || !figures || action !== 'review' || fee !== undefined) return
    try {
      if (!(await this.#actions(account)).estimateFee) return
      const step = await this.#build({ state: { ...state, promised: figures.minimum.value }, signal })
      if (step) await this.#readFee(step, signal)
    } catch (error) {
      // What speaks against the swap is said by the review, which builds it anew; until then the usual gas counts.
      if (!(error instanceof FoyerError)) throw error
    }
  }

  /** Ends the preparing: what is being built counts no more. */
  cancel(): void {
    this.#preparing.abort()
  }

  #step(step: Prepared): void {
    this.#swap.dispatch({ type: 'stepped', step })
  }

  async #followApproval(asked: Asked, ended: Promise<unknown>): Promise<void> {
    try {
      await ended
    } catch (error) {
      // What became of it is in the state; where it is waited for no more, it is in the tray.
      if (!(error instanceof AbortedError)) this.#context.track(failureEvent(asked, error))
      return
    }
    if (!asked.isHere()) return
    this.#isApproved = true
    this.#prepareAnew()
  }

  #sent({ state, isHere }: Asked): Receipt {
    this.#context.track({ event: 'SWAP_SUCCESS', properties: swapProperties(state) })
    const from = isHere() ? 'SwapPreview' : undefined
    if (from) this.#swap.finish()
    return { from, overAccount: true, otherwise: 'swap.started' }
  }

  #refused(
    asked: Asked,
    { refusal, error }: { readonly refusal: Refusal; readonly error: unknown },
  ): PlainSentenceKey | 'handled' | undefined {
    const { account, step } = asked.state
    this.#context.track(failureEvent(asked, error))
    // What it doesn't do as one, or isn't allowed to, it does one after the other.
    if (step.status === 'batch' && ['wallet_capability', 'unsupported_method'].includes(refusal.code)) {
      if (account) this.#atomic.set(this.#keyOf(account), Promise.resolve(false))
      if (asked.isHere()) this.#prepareAnew()
      return 'handled'
    }
    const { view } = this.#context.store.getState()
    const isSaid = asked.isHere() && currentRoute(view).view === 'SwapPreview'
    return view.open && !isSaid ? failureNotice(refusal) : undefined
  }

  #prepareAnew(): void {
    this.#step({ status: 'preparing' })
    this.prepare()
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    try {
      const step = await this.#build({ state: this.#swap.get(), signal })
      if (!step || signal.aborted) return
      this.#step(step)
      // What the form said stays, so that both say the same; after the approval only the swap is left to be paid.
      if (this.#swap.get().fee === undefined || this.#isApproved) await this.#readFee(step, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof PriceMovedError)) return this.#failed(error)
      this.#swap.dispatch({ type: 'priceMoved' })
      this.#swap.askNow()
    }
  }

  #actions({ accountId }: SwapAccount): Promise<FamilyActions> {
    return actionsOf(this.#context, parseAccountId(accountId).family)
  }

  async #build({
    state,
    signal,
  }: {
    readonly state: SwapState
    readonly signal: AbortSignal
  }): Promise<Prepared | undefined> {
    const agreement = agreementOf(state)
    const api = await this.#context.api?.()
    if (!agreement || !api) return undefined
    const actions = await this.#actions(agreement.account)
    const isAtomic = () => this.#isAtomic(agreement.account)
    return prepareSwap({ ...agreement, api, actions, isAtomic, signal })
  }

  #keyOf({ accountId }: SwapAccount): string {
    const { connection } = accountOf(this.#context.store.getState(), parseAccountId(accountId).family)
    return `${connection?.id} ${accountId}`
  }

  /** Does the wallet carry several calls out as one, as far as it has said so by now? It is asked once, and a slow answer is taken later. */
  async #isAtomic(account: SwapAccount): Promise<boolean> {
    const key = this.#keyOf(account)
    const said = this.#atomic.get(key) ?? this.#askAtomic(account)
    this.#atomic.set(key, said)
    let stop = () => {}
    const notYet = new Promise<boolean>((resolve) => {
      stop = this.#context.clock.setTimeout(() => resolve(false), probeMs)
    })
    return Promise.race([said, notYet]).finally(stop)
  }

  async #askAtomic({ networkId, address }: SwapAccount): Promise<boolean> {
    const { clock, report } = this.#context
    const asking = new AbortController()
    const stop = clock.setTimeout(() => asking.abort(), sayingMs)
    try {
      // A wallet whose account is upgraded with the first batch carries calls out as one too.
      const { sendCalls, atomic } = await capabilities(this.#foyer, {
        ...{ networkId, account: address, signal: asking.signal },
      })
      return sendCalls && atomic !== 'unsupported'
    } catch (error) {
      if (!asking.signal.aborted) report(error)
      return false // it is asked for one after the other
    } finally {
      stop()
    }
  }

  /** By the same rule as of any other transaction; where an approval comes first, the swap itself is taken to need the usual gas [S9.13]. */
  async #readFee(step: Prepared, signal: AbortSignal): Promise<void> {
    const state = this.#swap.get()
    const { account, gasPrice = 0n } = state
    const request = requestToSwap({ ...state, step })
    if (!account || !request || !(await this.#actions(account)).estimateFee) return
    try {
      const { value } = await estimateReviewed(this.#foyer, request, signal)
      const rest = step.status === 'swap' ? 0n : gasPrice * BigInt(swapGasLimit)
      if (!signal.aborted) this.#swap.dispatch({ type: 'estimated', fee: value + rest })
    } catch (error) {
      if (!signal.aborted) this.#context.report(error) // the figure that is shown stays
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof AbortedError)) this.#context.report(error)
    const notice = error instanceof FoyerError ? error.notice : undefined
    this.#swap.dispatch({ type: 'failed', notice: notice ?? 'swap.transactionFailed' })
  }
}

/** Returns what is swapped for what, for a host's analytics: no address, no account [F28]. */
function swapProperties(state: SwapState): SwapProperties {
  const { source, to, amount, received } = swapOverview(state)
  return {
    network: state.account?.networkId ?? '',
    swapFromToken: source?.symbol ?? '',
    swapToToken: to?.symbol ?? '',
    swapFromAmount: amount ? formatAmount(amount) : '',
    swapToAmount: received ? formatAmount(received) : '',
  }
}

/** Which step failed, and by which code. */
function failureEvent({ state }: Asked, error: unknown): KitEvent {
  const message = error instanceof FoyerError ? error.code : 'unknown'
  const event = state.step.status === 'approval' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR'
  return { event, properties: { ...swapProperties(state), message } }
}
