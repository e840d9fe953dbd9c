import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { type Amount, roundDown } from '../chain/amount.js'
import {
  displayExact,
  displayPercent,
  displayPrice,
  displayQuantity,
  displaySmallAmount,
  displayUsd,
  usdDecimals,
} from '../chain/display.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import { type ShownFee, shownFee } from '../connector/figure.js'
import type { Foyer } from '../foyer.js'
import type { PreviewedRequest } from '../state/attempt.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import { swapFeeBps } from '../wire/swap.js'
import { isSending } from './nextSwap.js'
import { requestToSwap } from './prepareSwap.js'
import {
  idleSwap,
  type SwapAction,
  type SwapAsset,
  type SwapBeginning,
  type SwapOverview,
  type SwapState,
  type SwapStep,
  type SwapTarget,
  swapOverview,
} from './swapFigures.js'
import { swapOf, watchSwap } from './swapRoom.js'

/** One of the two sides of a swap, ready to be shown. */
export interface SwapSideView {
  readonly token: SwapAsset | undefined
  /** The amount as it was typed, or as it is got. */
  readonly amount: string
  /** The same as an amount; of what is got up to six decimals. Undefined while it is none. */
  readonly exact: Amount | undefined
  /** In US dollars, such as `$1,234.50`; undefined where no price is known. */
  readonly worth: string | undefined
  /** The account's balance of the token. */
  readonly balance: string | undefined
}

/** The costs and guarantees of the swap, ready to be shown. */
export interface SwapDetailsView {
  /** The amount that one of the source token gives. */
  readonly rate: string
  /** The worth of one of the source token. */
  readonly sourcePrice: string | undefined
  /** Such as `0.3%`; undefined where it isn't known. */
  readonly priceImpact: string | undefined
  /** It is so much that it should be seen. */
  readonly isImpactHigh: boolean
  readonly slippage: string
  readonly slippageAmount: string
  /** The least that arrives, or else the swap doesn't happen. */
  readonly minimum: string
  /** The least that would arrive at today's price: less than `minimum` where a worse price is to be accepted. */
  readonly offered: string
  readonly providerFee: string
  /** The same estimate in the form and in the review; undefined where the price of gas isn't known. */
  readonly networkCost: ShownFee | undefined
}

export interface Swap {
  /** `idle`: nothing is connected. `unsupported`: there are no swaps on the network; `networks` has them. */
  readonly phase: SwapState['phase']
  /** The networks that can swap. */
  readonly networks: readonly NetworkId[]
  /** All that can be swapped here, with what the account holds of it. */
  readonly tokens: readonly SwapAsset[]
  /** The side to sell. */
  readonly source: SwapSideView
  /** The side to buy. */
  readonly to: SwapSideView
  /** The main button's action, or what it waits for. */
  readonly action: SwapAction
  /** A quote is on its way. */
  readonly isAsking: boolean
  /** The wallet was asked, or the network takes the approval in: nothing can be changed. */
  readonly isSending: boolean
  /** Undefined without a quote. */
  readonly details: SwapDetailsView | undefined
  /** The step of the review. */
  readonly step: SwapStep
  /** The wallet's next request, or the one that it is asked; the same object for as long as it is about the same. */
  readonly request: PreviewedRequest | undefined
  /** A word about the last request to the wallet, by key: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** Is the swap under review? */
  readonly isReviewed: boolean
  /** In percent. */
  readonly slippagePercent: number
  /** Changes how much is sold. */
  readonly setAmount: (amount: string) => void
  /** All of it, but for what the network's fee may take of its own coin. */
  readonly takeAll: () => void
  /** Chooses a token of either side. */
  readonly choose: (choice: { readonly target: SwapTarget; readonly token: AccountId }) => void
  /** Exchanges the two sides. */
  readonly flip: () => void
  /** From 0.1 to 10; what is beyond is taken as the nearer of the two. */
  readonly setSlippage: (percent: number) => void
  /** Loads everything anew, after a failure. */
  readonly reload: () => void
  /** Asks for a quote once more, after a failure. */
  readonly askAgain: () => void
  /** Begins the review, in which the next request to the wallet is built and checked. @returns ends it */
  readonly review: () => () => void
  /** Accepts a price that is worse than what was seen, or prepares again what failed. */
  readonly acceptOrRetry: () => void
  /** Asks the wallet, once, for the approval or the swap that is prepared. @returns whether the swap was sent; a failure is in `step` and `notice` */
  readonly confirm: () => Promise<boolean>
}

/**
 * Presents a swap of two tokens at the operator's server. One swap a kit: all that present it share it.
 *
 * @param beginning - the amount and the tokens to begin with; without it what there is is taken up
 * @example const { to, details } = presentSwap(foyer, { fromToken: 'ETH', toToken: 'USDC' }).get()
 */
export function presentSwap(foyer: Foyer, beginning?: SwapBeginning | undefined): Observable<Swap> {
  const actions = actionsOf(foyer)
  let asked: { readonly by: SwapState['step']; readonly request: PreviewedRequest | undefined } | undefined
  const view = (state: SwapState): Swap => {
    const { step } = state
    if (asked?.by !== step && !isSending(step)) asked = { by: step, request: requestToSwap(state) }
    return { ...swapView(foyer.options.locale.tag, state), ...actions, request: asked?.request }
  }
  const swap: ObservableValue<Swap> = observable<Swap>(view(idleSwap), () =>
    watchSwap(foyer, beginning, (state) => swap.set(view(state))),
  )
  return swap
}

function actionsOf(foyer: Foyer) {
  // The kit's swap ends with `stop`, and is another one after the next `start`.
  const room = () => swapOf(foyer)
  return {
    setAmount: (typed: string) => room().edit({ type: 'typed', amount: typed }),
    takeAll: () => room().edit({ type: 'tookAll' }),
    choose: (choice: Parameters<Swap['choose']>[0]) => room().edit({ type: 'chose', ...choice }),
    flip: () => room().edit({ type: 'flipped' }),
    setSlippage: (percent: number) => room().edit({ type: 'slippageSet', bps: Math.round(percent * 100) }),
    reload: () => void room().load(),
    askAgain: () => room().askAgain(),
    review: () => room().review(),
    acceptOrRetry: () => room().acceptOrRetry(),
    confirm: () => room().confirm(),
  }
}

/** Pure: what is shown of a swap. */
function swapView(locale: string, state: SwapState) {
  const overview = swapOverview(state)
  const { source, to, received, figures, action, isAsking, amount } = overview
  const { phase, networks, tokens, step, notice, promised, slippageBps } = state
  return {
    phase,
    networks,
    tokens,
    action,
    isAsking,
    isSending: isSending(step),
    step,
    notice,
    isReviewed: promised !== undefined,
    slippagePercent: slippageBps / 100,
    source: {
      token: source,
      amount: state.amount,
      exact: amount,
      worth: worthOf({ amount, token: source, locale }),
      balance: balanceOf({ token: source, locale }),
    },
    to: {
      token: to,
      amount: received ? displaySmallAmount({ amount: received, locale }) : '',
      exact: received && shownAmount(received),
      worth: figures?.toValue && displayUsd({ amount: figures.toValue, locale }),
      balance: balanceOf({ token: to, locale }),
    },
    details: detailsOf({ state, overview, locale }),
  }
}

interface OfToken {
  readonly token: SwapAsset | undefined
  readonly locale: string
}

/** The significant decimals of what is got [S9.12]. */
const shownDecimals = 6

const shownAmount = (amount: Amount): Amount =>
  amount.decimals <= shownDecimals ? amount : roundDown({ amount, decimals: shownDecimals })

const balanceOf = ({ token, locale }: OfToken) =>
  token && displayQuantity({ quantity: { value: token.held, decimals: token.decimals }, locale })

function worthOf({ amount, token, locale }: OfToken & { readonly amount: Amount | undefined }) {
  if (!amount || amount.value === 0n || token?.price === undefined) return undefined
  const value = (amount.value * token.price) / 10n ** BigInt(token.decimals)
  return displayUsd({ amount: { value, decimals: usdDecimals }, locale })
}

/** From how much on the impact on the price should be seen: 5 %. */
const highImpactBps = 500

function detailsOf({
  state,
  overview: { source, to, amount, received, figures },
  locale,
}: {
  readonly state: SwapState
  readonly overview: SwapOverview
  readonly locale: string
}): SwapDetailsView | undefined {
  const { quoting, gasPrice, fee, promised, tokens } = state
  if (!source || !to || !amount || !received || !figures || quoting.status !== 'ready') return undefined
  const impactBps = quoting.quote.priceImpactBps ?? figures.priceImpactBps
  const minimum = { value: promised ?? figures.minimum.value, decimals: to.decimals }
  const native = tokens.find(({ contract }) => contract === undefined)
  const percent = (bps: number) => displayPercent({ bps, locale })
  const small = (amount: Amount) => displaySmallAmount({ amount, locale })
  return {
    rate: rateOf(locale, { amount, received }),
    sourcePrice:
      source.price === undefined
        ? undefined
        : displayPrice({ price: { value: source.price, decimals: usdDecimals }, locale }),
    priceImpact: impactBps === undefined ? undefined : percent(Math.max(impactBps, 0)),
    isImpactHigh: (impactBps ?? 0) >= highImpactBps,
    slippage: percent(state.slippageBps),
    slippageAmount: small(figures.maxSlippage),
    minimum: small(minimum),
    offered: small(figures.minimum),
    providerFee: percent(quoting.quote.feeBps ?? swapFeeBps),
    networkCost:
      (gasPrice === undefined && fee === undefined) || !native
        ? undefined
        : {
            ...shownFee({ fee: figures.gasFee, symbol: native.symbol, locale }),
            worth: figures.gasFeeValue && displayUsd({ amount: figures.gasFeeValue, locale }),
          },
  }
}

/** Writes what one whole token of the source gives: three decimals, or six where those say nothing. */
function rateOf(locale: string, { amount, received }: Record<'amount' | 'received', Amount>): string {
  const rate = { value: (received.value * 10n ** BigInt(amount.decimals)) / amount.value, decimals: received.decimals }
  const short = roundDown({ amount: rate, decimals: 3 })
  return short.value >= 100n ? displayExact({ amount: short, locale }) : displaySmallAmount({ amount: rate, locale })
}
