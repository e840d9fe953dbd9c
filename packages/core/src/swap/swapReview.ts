import { actionsOf } from '../actions/reach.js'
import { estimateFee, sendCall, waitForTransaction } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { parseAccountId } from '../chain/caip.js'
import type { FamilyActions } from '../connector/family.js'
import { contextOf, type FoyerContext, type Queries } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { UserRejectedError } from '../errors/wallet.js'
import type { KitEvent, SwapProperties } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import type { TrackedSwap } from '../transactions/trackedTransaction.js'
import { swapGasLimit } from '../wire/swap.js'
import type { SwapEvent } from './nextSwap.js'
import { agreementOf, PriceMovedError, prepareSwap } from './prepareSwap.js'
import { type SwapAccount, type SwapState, type SwapStep, swapOverview } from './swapFigures.js'

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

/** The review of a swap: it prepares the next request to the wallet, checked against what was shown, and makes it once a press. */
export class SwapReview {
  readonly #foyer: Foyer
  readonly #context: FoyerContext
  readonly #swap: ReviewedSwap
  #preparing = new AbortController()
  /** The approval is mined: what was estimated with it holds no more. */
  #isApproved = false

  constructor(foyer: Foyer, swap: ReviewedSwap) {
    this.#foyer = foyer
    this.#context = contextOf(foyer)
    this.#swap = swap
  }

  /** @returns ends it */
  begin(): () => void {
    const { get, dispatch } = this.#swap
    const before = get()
    dispatch({ type: 'reviewed' })
    this.#isApproved = false
    if (get() !== before) {
      this.#context.track({ event: 'INITIATE_SWAP', properties: swapProperties(get()) })
      this.prepare()
    }
    return () => {
      this.cancel()
      dispatch({ type: 'leftReview' })
    }
  }

  acceptOrRetry(): void {
    const { status } = this.#swap.get().step
    if (status !== 'worse' && status !== 'failed') return
    this.#swap.dispatch(status === 'worse' ? { type: 'acceptedPrice' } : { type: 'reviewed' })
    this.prepare()
  }

  async confirm(): Promise<boolean> {
    const { get, dispatch, session } = this.#swap
    const { step, account } = get()
    if (!account || (step.status !== 'approval' && step.status !== 'swap')) return false
    this.cancel()
    const { networkId, address } = account
    const wanted = { networkId, account: address, call: step.call, ...kindOf({ step, state: get() }) }
    const begun = session()
    this.#step(step.status === 'approval' ? { status: 'approving', phase: 'wallet' } : { status: 'swapping' })
    try {
      const queries = await this.#context.queries()
      const { hash } = await sendCall(this.#foyer, wanted)
      const isHere = begun === session() && !begun.aborted
      if (step.status === 'swap') return this.#sent({ hash, account, isHere, queries })
      this.#step({ status: 'approving', phase: 'mining' })
      const { status } = await waitForTransaction(this.#foyer, { networkId, hash })
      if (status === 'reverted') dispatch({ type: 'failed', notice: 'swap.approvalReverted' })
      else this.#goOn()
    } catch (error) {
      if (error instanceof UserRejectedError) dispatch({ type: 'declined', step })
      else this.#failed(error, 'swap.sendFailed')
      this.#context.track(failureEvent({ state: get(), step, error }))
    }
    return false
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

  /** What is being built counts no more. */
  cancel(): void {
    this.#preparing.abort()
  }

  #step(step: SwapStep): void {
    this.#swap.dispatch({ type: 'stepped', step })
  }

  #goOn(): void {
    this.#isApproved = true
    this.#step({ status: 'preparing' })
    this.prepare()
  }

  #sent({
    hash,
    account: { networkId },
    isHere,
    queries: { isReceiptShown, showReceipt },
  }: {
    readonly hash: string
    readonly account: SwapAccount
    /** The visitor hasn't begun another swap meanwhile. */
    readonly isHere: boolean
    readonly queries: Queries
  }): true {
    this.#context.track({ event: 'SWAP_SUCCESS', properties: swapProperties(this.#swap.get()) })
    if (isHere) this.#swap.finish()
    const receipt = { networkId, hash, kind: 'swap', from: 'SwapPreview', overAccount: true } as const
    if (!isHere || !showReceipt(this.#foyer, receipt)) this.#say({ variant: 'success', message: 'swap.started' })
    waitForTransaction(this.#foyer, { networkId, hash }).then(({ status }) => {
      const isSaid = isReceiptShown(this.#foyer.store.getState(), [hash])
      if (status === 'reverted' && !isSaid) this.#say({ variant: 'error', message: 'swap.reverted' })
    }, this.#context.report)
    return true
  }

  #say(snackbar: { readonly variant: 'success' | 'error'; readonly message: PlainSentenceKey }): void {
    this.#context.update(({ view }) => (view.open ? { snackbar } : {}))
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
      if (!(error instanceof PriceMovedError)) return this.#failed(error, 'swap.transactionFailed')
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
  }): Promise<SwapStep | undefined> {
    const agreement = agreementOf(state)
    const api = await this.#context.api?.()
    if (!agreement || !api) return undefined
    const actions = await this.#actions(agreement.account)
    return prepareSwap({ ...agreement, api, actions, signal })
  }

  /** By the same rule as of any other transaction; where an approval comes first, the swap itself is taken to need the usual gas [S9.13]. */
  async #readFee(step: SwapStep, signal: AbortSignal): Promise<void> {
    const { account, gasPrice = 0n } = this.#swap.get()
    if (!account || (step.status !== 'approval' && step.status !== 'swap')) return
    const { networkId, address } = account
    if (!(await this.#actions(account)).estimateFee) return
    try {
      const { value } = await estimateFee(this.#foyer, { networkId, account: address, call: step.call, signal })
      const rest = step.status === 'approval' ? gasPrice * BigInt(swapGasLimit) : 0n
      if (!signal.aborted) this.#swap.dispatch({ type: 'estimated', fee: value + rest })
    } catch (error) {
      if (!signal.aborted) this.#context.report(error) // the figure that is shown stays
    }
  }

  #failed(error: unknown, otherwise: PlainSentenceKey): void {
    if (!(error instanceof AbortedError)) this.#context.report(error)
    const notice = error instanceof FoyerError ? error.notice : undefined
    this.#swap.dispatch({ type: 'failed', notice: notice ?? otherwise })
  }
}

/** What the visitor reads of it in the activity and on its receipt. */
function kindOf({ step, state }: { readonly step: SwapStep; readonly state: SwapState }): {
  readonly type: 'approve' | 'trade'
  readonly swap?: TrackedSwap | undefined
} {
  if (step.status === 'approval') return { type: 'approve' }
  const { source, to, amount } = swapOverview(state)
  if (!source || !to || !amount || state.promised === undefined) return { type: 'trade' }
  const sold = { amount: amount.value, decimals: amount.decimals, symbol: source.symbol }
  return { type: 'trade', swap: { sold, bought: { amount: state.promised, decimals: to.decimals, symbol: to.symbol } } }
}

/** What is swapped for what, for a host's analytics: no address, no account [F28]. */
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
function failureEvent({
  state,
  step,
  error,
}: {
  readonly state: SwapState
  readonly step: SwapStep
  readonly error: unknown
}): KitEvent {
  const message = error instanceof FoyerError ? error.code : 'unknown'
  const event = step.status === 'approval' ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR'
  return { event, properties: { ...swapProperties(state), message } }
}
