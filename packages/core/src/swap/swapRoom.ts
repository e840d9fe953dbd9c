import { swapQuotes } from '../api/swaps.js'
import type { AccountId } from '../chain/ids.js'
import { isAccountId } from '../chain/wellWritten.js'
import { actionsOf } from '../connection/reach.js'
import { contextOf, type FoyerContext } from '../context.js'
import { SwapFailedError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../state/selectors.js'
import { type Observable, observable, roomOf } from '../store/observable.js'
import { routeBelow } from '../view/routeBelow.js'
import { swap } from './feature.js'
import {
  loadGasPrice,
  loadTokens,
  networksWithSwaps,
  priceTokens,
  quoteOf,
  refreshTokens,
  type SwapReader,
} from './loadSwap.js'
import { isHeld, nextSwap, type SwapEvent, shownSwap } from './nextSwap.js'
import { pricedTokens } from './prepareSwap.js'
import {
  idleSwap,
  type KeptSwap,
  type SwapAccount,
  type SwapBeginning,
  type SwapState,
  swapOverview,
} from './swapFigures.js'
import { SwapReview } from './swapReview.js'

/** The time without typing before a quote is asked for. */
const typingMs = 200
/** The interval at which prices, balances and the quote are asked for anew. */
const refreshMs = 10_000
/** The timeout of what a host began with; later the visitor's own choice counts. */
const beginningMs = 5_000
/** The longest time that a view that was left may still be there. */
const fadeMs = 1_000

/**
 * A kit's swap: the state that its views share, and what asks for the rest of it. It works while there is a subscriber; when the last one has left and the
 * modal shows none of its views, it begins anew.
 */
export class SwapRoom implements Observable<SwapState> {
  readonly get: () => SwapState
  readonly subscribe: (listener: () => void) => () => void
  readonly #foyer: Foyer
  readonly #context: FoyerContext
  readonly #shown = observable<SwapState>(idleSwap, () => this.#start())
  #kept: KeptSwap = idleSwap
  #beginning: SwapBeginning = {}
  /** The swap was sent, and its views are about to go. */
  #isOver = false
  /** The tokens that the last swap sold and bought. */
  #changed: readonly AccountId[] = []
  #loading = new AbortController()
  #asking = new AbortController()
  readonly #review: SwapReview
  #stopWaiting = () => {}
  #stopTicking = () => {}
  #stopFollowing = () => {}
  readonly #stopShowing: () => void

  constructor(foyer: Foyer) {
    this.#foyer = foyer
    this.#context = contextOf(foyer)
    this.get = this.#shown.get
    this.subscribe = this.#shown.subscribe
    this.#stopShowing = foyer.subscribe(
      ({ connection }) => connection.attempts.swap,
      () => this.#show(),
    )
    this.#review = new SwapReview(foyer, {
      get: this.get,
      dispatch: (event) => this.#dispatch(event),
      askNow: () => this.#ask({ afterMs: 0 }),
      session: () => this.#loading.signal,
      finish: () => this.#finish(),
    })
  }

  /** Begins with the given entries; others than before begin anew. */
  begin(beginning: SwapBeginning): void {
    const { amount, fromToken, toToken } = this.#beginning
    const isSame = amount === beginning.amount && fromToken === beginning.fromToken && toToken === beginning.toToken
    this.#beginning = beginning
    if (!isSame && this.get().phase !== 'idle') void this.load()
  }

  /** Loads tokens, balances and prices, from the beginning [S4.13]. */
  async load(): Promise<void> {
    this.#endRequests()
    this.#isOver = false
    this.#loading = new AbortController()
    const { signal } = this.#loading
    const account = accountNow(this.#foyer)
    if (!account) return this.#dispatch({ type: 'reset' })
    const startedAt = this.#context.clock.now()
    this.#dispatch({ type: 'began', account })
    try {
      const reader = await this.#reader({ account, signal })
      const [tokens, gasPrice] = await Promise.all([loadTokens(reader), loadGasPrice(reader)])
      if (signal.aborted) return
      if (tokens.length === 0) {
        const networks = await networksWithSwaps({ ...reader, networks: this.#foyer.store.getState().networks })
        return signal.aborted ? undefined : this.#dispatch({ type: 'unsupported', networks })
      }
      const isLate = this.#context.clock.now() - startedAt > beginningMs
      this.#edit({ type: 'loaded', tokens, gasPrice, beginning: isLate ? {} : this.#beginning })
      this.#tick()
    } catch (error) {
      if (signal.aborted) return
      this.#context.report(new SwapFailedError({ step: 'initialize', cause: error }))
      this.#dispatch({ type: 'failedToLoad' })
    }
  }

  /** A change by the visitor: what was asked before it doesn't count any more. */
  edit(event: Extract<SwapEvent, { readonly type: 'typed' | 'tookAll' | 'chose' | 'flipped' | 'slippageSet' }>): void {
    this.#edit(event)
  }

  /** Asks for a quote once more, after a failure. */
  askAgain(): void {
    this.#dispatch({ type: 'askedAgain' })
    this.#ask({ afterMs: 0 })
  }

  /** Begins the review: from now on the shown minimum is promised. @returns ends it */
  review(): () => void {
    return this.#review.begin()
  }

  /** Accepts what the price can give now, once seen, or prepares again what failed. */
  acceptOrRetry(): void {
    this.#review.acceptOrRetry()
  }

  /** Asks the wallet for what is prepared, once [S4.16]. @returns whether the swap was sent; what fails is in the state */
  confirm(): Promise<boolean> {
    return this.#review.confirm()
  }

  /** The swap is on its way: everything begins anew [S4.17]. */
  #finish(): void {
    this.#changed = pricedTokens(this.get())
    this.#endRequests()
    this.#isOver = isShown(this.#foyer)
    this.#dispatch({ type: 'reset' })
    if (!this.#isOver) void this.load()
  }

  #dispatch(event: SwapEvent): void {
    const kept = nextSwap(this.#kept, event, this.get().step)
    if (kept === this.#kept) return
    this.#kept = kept
    this.#show()
  }

  /** Shows the kept swap with its attempt, which is in the store. */
  #show(): void {
    this.#shown.set(shownSwap(this.#kept, this.#foyer.store.getState().connection.attempts.swap))
  }

  #edit(event: SwapEvent): void {
    const before = this.get()
    this.#dispatch(event)
    const now = this.get()
    if (now === before || event.type === 'slippageSet') return
    this.#asking.abort()
    this.#review.cancel()
    if (now.quoting.status === 'asking') this.#ask({ afterMs: event.type === 'typed' ? typingMs : 0 })
    if (now.sourceToken !== before.sourceToken || now.toToken !== before.toToken) void this.#price()
  }

  /** The prices of what was chosen just now. */
  async #price(): Promise<void> {
    const { signal } = this.#loading
    const { account, tokens } = this.get()
    if (!account) return
    try {
      const reader = await this.#reader({ account, signal })
      const priced = await priceTokens(reader, { tokens, priced: pricedTokens(this.get()) })
      if (!signal.aborted) this.#dispatch({ type: 'refreshed', tokens: priced(this.get().tokens), gasPrice: undefined })
    } catch (error) {
      // Without a price an amount has no worth that could be shown; the swap itself needs none.
      if (!signal.aborted) this.#context.report(error)
    }
  }

  /** Asks for a quote of what is shown [S4.14]; only the newest one's answer counts. */
  #ask({ afterMs }: { readonly afterMs: number }): void {
    this.#asking.abort()
    this.#stopWaiting()
    const asking = new AbortController()
    this.#asking = asking
    this.#stopWaiting = this.#context.clock.setTimeout(() => void this.#quote(asking.signal), afterMs)
  }

  async #quote(signal: AbortSignal): Promise<void> {
    const { account, gasPrice } = this.get()
    const { source, to, amount } = swapOverview(this.get())
    if (!account || !source || !to || !amount) return
    try {
      const api = await this.#context.api?.()
      if (!api || signal.aborted) return
      const pair = { from: source.address, to: to.address }
      const asked = { ...pair, amount: amount.value, userAddress: account.address, gasPrice, signal }
      const [first] = (await swapQuotes(api, asked)).quotes
      if (!signal.aborted) this.#dispatch({ type: 'quoted', quote: first && quoteOf(first) })
    } catch (error) {
      if (signal.aborted) return
      this.#context.report(error)
      this.#dispatch({ type: 'quoteFailed' })
    }
    const { promised, step } = this.get()
    if (promised === undefined) return this.#review.estimate(signal)
    if (step.status !== 'worse' && !isHeld(step)) this.#review.prepare()
  }

  /** Prices, balances and the quote, every ten seconds while the page is seen. */
  #tick(): void {
    this.#stopTicking()
    this.#stopTicking = this.#context.clock.setTimeout(() => {
      const isSeen = globalThis.document?.visibilityState !== 'hidden'
      const work =
        isSeen && this.get().phase === 'ready' && !isHeld(this.get().step) ? this.#refresh() : Promise.resolve()
      const { signal } = this.#loading
      void work.then(() => (signal.aborted ? undefined : this.#tick()))
    }, refreshMs)
  }

  async #refresh(): Promise<void> {
    const { signal } = this.#loading
    const { account, tokens, quoting } = this.get()
    if (!account) return
    if (quoting.status !== 'none' && quoting.status !== 'asking') this.#ask({ afterMs: 0 })
    try {
      const reader = await this.#reader({ account, signal })
      const [refreshed, gasPrice] = await Promise.all([
        refreshTokens(reader, { tokens, priced: pricedTokens(this.get()) }),
        loadGasPrice(reader),
      ])
      if (!signal.aborted) this.#dispatch({ type: 'refreshed', tokens: refreshed, gasPrice })
    } catch (error) {
      if (!signal.aborted) this.#context.report(error) // what was known stays until the next time
    }
  }

  async #reader({ account, signal }: Pick<SwapReader, 'account' | 'signal'>): Promise<SwapReader> {
    const network = networkOf(this.#foyer.store.getState())
    const api = await this.#context.api?.()
    if (!api || !network) throw new SwapFailedError({ step: 'initialize' })
    const { isSameAddress = (one: string, other: string) => one === other } = await actionsOf(
      this.#context,
      network.chainNamespace,
    )
    return { context: this.#context, api, account, network, isSame: isSameAddress, changed: this.#changed, signal }
  }

  #start(): () => void {
    this.#stopFollowing()
    const key = (account: SwapAccount | undefined) => account?.accountId
    let wasShown = isShown(this.#foyer)
    const stop = this.#foyer.store.subscribe(() => {
      const now = accountNow(this.#foyer)
      const shown = isShown(this.#foyer)
      const hasLeft = wasShown && !shown
      wasShown = shown
      if (hasLeft) return this.#leave()
      if (shown && this.#isOver) return void this.load()
      if (key(now) !== key(this.get().account) && this.get().phase !== 'idle') void this.load()
      else if (now && this.get().phase === 'idle' && !this.#isOver) void this.load()
    })
    if (this.get().phase === 'idle') void this.load()
    else {
      this.#loading = this.#loading.signal.aborted ? new AbortController() : this.#loading
      this.#tick()
    }
    return () => {
      stop()
      this.#stop()
    }
  }

  /** The modal goes on to something else, or closes: what is left of its view draws nothing new. Another host of the hook begins anew. */
  #leave(): void {
    this.#endRequests()
    this.#isOver = true
    this.#dispatch({ type: 'reset' })
    this.#stopWaiting = this.#context.clock.setTimeout(() => void this.load(), fadeMs)
  }

  /** The last listener has left. Between two views of its own the modal may show neither for a moment. */
  #stop(): void {
    this.#stopTicking()
    const endUnlessShown = () => {
      if (isShown(this.#foyer)) return
      this.#stopFollowing()
      this.#endRequests()
      this.#dispatch({ type: 'reset' })
    }
    this.#stopFollowing = this.#foyer.store.subscribe(endUnlessShown)
    endUnlessShown()
  }

  #endRequests(): void {
    this.#stopTicking()
    this.#stopWaiting()
    for (const each of [this.#loading, this.#asking]) each.abort()
    this.#review.cancel()
  }

  /** Ends with the kit. */
  end(): void {
    this.#stopShowing()
    this.#stopFollowing()
    this.#endRequests()
  }
}

/** The kit's swap, made when it is first asked for and gone with `stop`. */
export function swapOf(foyer: Foyer): SwapRoom {
  return roomOf(contextOf(foyer), { Room: SwapRoom, kit: foyer })
}

/**
 * Follows a kit's swap. It loads tokens, prices and balances with the first listener, asks for a quote 200 ms after the amount was typed and every 10 s, and
 * begins anew when the account or the network is another one, or the last listener has left.
 *
 * @param beginning - another one than before begins anew; undefined takes up what there is
 * @returns stops
 * @see S4.13–S4.18 for its course, S3.15 for what it knows
 * @example
 * const stop = watchSwap(foyer, { fromToken: 'ETH', toToken: 'USDC' }, (swap) => console.log(swapOverview(swap).action))
 */
export function watchSwap(
  foyer: Foyer,
  beginning: SwapBeginning | undefined,
  listener: (swap: SwapState) => void,
): () => void {
  const room = swapOf(foyer)
  if (beginning) room.begin(beginning)
  const stop = room.subscribe(() => listener(room.get()))
  listener(room.get())
  return stop
}

/** The account that swaps: undefined where none is connected, or its network isn't configured. */
function accountNow(foyer: Foyer): SwapAccount | undefined {
  const state = foyer.store.getState()
  const { address } = accountOf(state)
  const networkId = networkOf(state)?.caipNetworkId
  const accountId = `${networkId}:${address}`
  return address && networkId && isAccountId(accountId) ? { address, networkId, accountId } : undefined
}

/** Does the modal show one of the swap's views, or over it what a login's wallet asks? */
function isShown(foyer: Foyer): boolean {
  const state = foyer.store.getState()
  return state.view.open && routeBelow(contextOf(foyer), state).view in swap.views
}
