import { actionsOf } from '../actions/reach.js'
import { sendCall, waitForTransaction } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { parseAccountId } from '../chain/caip.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { UserRejectedError } from '../errors/wallet.js'
import type { KitEvent, SwapProperties } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
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
    const wanted = { networkId, account: address, call: step.call }
    const begun = session()
    this.#step(step.status === 'approval' ? { status: 'approving', phase: 'wallet' } : { status: 'swapping' })
    try {
      const { hash } = await sendCall(this.#foyer, wanted)
      if (step.status === 'swap') return this.#sent({ hash, account, isHere: begun === session() && !begun.aborted })
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

  /** What is being built counts no more. */
  cancel(): void {
    this.#preparing.abort()
  }

  #step(step: SwapStep): void {
    this.#swap.dispatch({ type: 'stepped', step })
  }

  #goOn(): void {
    this.#step({ status: 'preparing' })
    this.prepare()
  }

  #sent({
    hash,
    account: { networkId },
    isHere,
  }: {
    readonly hash: string
    readonly account: SwapAccount
    /** The visitor hasn't begun another swap meanwhile. */
    readonly isHere: boolean
  }): true {
    this.#context.track({ event: 'SWAP_SUCCESS', properties: swapProperties(this.#swap.get()) })
    this.#say({ variant: 'success', message: 'swap.started' })
    if (isHere) this.#swap.finish()
    waitForTransaction(this.#foyer, { networkId, hash }).then(({ status }) => {
      if (status === 'reverted') this.#say({ variant: 'error', message: 'swap.reverted' })
    }, this.#context.report)
    return true
  }

  #say(snackbar: { readonly variant: 'success' | 'error'; readonly message: PlainSentenceKey }): void {
    this.#context.update(({ view }) => (view.open ? { snackbar } : {}))
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    try {
      const agreement = agreementOf(this.#swap.get())
      const api = await this.#context.api?.()
      if (!agreement || !api) return
      const actions = await actionsOf(this.#context, parseAccountId(agreement.account.accountId).family)
      const step = await prepareSwap({ ...agreement, api, actions, signal })
      if (!signal.aborted) this.#step(step)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof PriceMovedError)) return this.#failed(error, 'swap.transactionFailed')
      this.#swap.dispatch({ type: 'priceMoved' })
      this.#swap.askNow()
    }
  }

  #failed(error: unknown, otherwise: PlainSentenceKey): void {
    if (!(error instanceof AbortedError)) this.#context.report(error)
    const notice = error instanceof FoyerError ? error.notice : undefined
    this.#swap.dispatch({ type: 'failed', notice: notice ?? otherwise })
  }
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
