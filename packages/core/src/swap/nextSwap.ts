import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { formatAmount, typedAmount } from '../chain/amount.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import { type Attempt, type AttemptId, isAsking, isRunning, type Refusal } from '../state/attempt.js'
import {
  idleSwap,
  type KeptSwap,
  type Prepared,
  type Quote,
  type SwapAccount,
  type SwapAsset,
  type SwapBeginning,
  type SwapState,
  type SwapStep,
  type SwapTarget,
  slippageBounds,
  swapOverview,
} from './swapFigures.js'

export type SwapEvent =
  | { readonly type: 'began'; readonly account: SwapAccount }
  | {
      readonly type: 'loaded'
      readonly tokens: readonly SwapAsset[]
      readonly gasPrice: bigint | undefined
      readonly beginning: SwapBeginning
    }
  | { readonly type: 'failedToLoad' }
  | { readonly type: 'unsupported'; readonly networks: readonly NetworkId[] }
  | { readonly type: 'typed'; readonly amount: string }
  | { readonly type: 'tookAll' }
  | { readonly type: 'chose'; readonly target: SwapTarget; readonly token: AccountId }
  | { readonly type: 'flipped' }
  | { readonly type: 'slippageSet'; readonly bps: number }
  | { readonly type: 'refreshed'; readonly tokens: readonly SwapAsset[]; readonly gasPrice: bigint | undefined }
  | { readonly type: 'estimated'; readonly fee: bigint }
  | { readonly type: 'askedAgain' }
  | { readonly type: 'quoted'; readonly quote: Quote | undefined }
  | { readonly type: 'quoteFailed' }
  | { readonly type: 'reviewed' }
  | { readonly type: 'leftReview' }
  | { readonly type: 'acceptedPrice' }
  | { readonly type: 'stepped'; readonly step: Prepared }
  | { readonly type: 'asked'; readonly attemptId: AttemptId }
  | { readonly type: 'failed'; readonly notice: PlainSentenceKey }
  | { readonly type: 'priceMoved' }
  | { readonly type: 'reset' }

/**
 * Every rule of a swap [S4.13–S4.18]. Pure: what changes nothing gives the very same state. The caller numbers each request, and drops the answer
 * to what isn't asked any more.
 *
 * @param shown - where the swap stands, with what the wallet was asked for
 */
export function nextSwap(state: KeptSwap, event: SwapEvent, shown: SwapStep = state.step): KeptSwap {
  switch (event.type) {
    case 'began':
      return { ...idleSwap, slippageBps: state.slippageBps, phase: 'loading', account: event.account }
    case 'loaded':
      return loaded(state, event)
    case 'failedToLoad':
      return { ...state, phase: 'failed' }
    case 'unsupported':
      return { ...state, phase: 'unsupported', networks: event.networks }
    case 'reset':
      return idleSwap
    case 'refreshed':
      return { ...state, tokens: event.tokens, gasPrice: event.gasPrice ?? state.gasPrice }
    case 'estimated':
      return { ...state, fee: event.fee }
    case 'slippageSet': {
      const bps = Math.round(Math.min(Math.max(event.bps, slippageBounds.least), slippageBounds.most))
      return bps === state.slippageBps || Number.isNaN(bps) ? state : { ...state, slippageBps: bps }
    }
    case 'typed':
    case 'tookAll':
    case 'chose':
    case 'flipped':
      return state.phase === 'ready' && !isSending(shown) ? edited(state, event) : state
    case 'askedAgain':
    case 'quoted':
    case 'quoteFailed':
      return state.quoting.status === 'none' || isHeld(shown) ? state : quoted(state, event)
    default:
      return reviewed(state, event, shown)
  }
}

type EventOf<Type extends SwapEvent['type']> = Extract<SwapEvent, { readonly type: Type }>

function loaded(state: KeptSwap, { tokens, gasPrice, beginning }: EventOf<'loaded'>): KeptSwap {
  const named = (symbol: string | undefined) =>
    symbol === undefined
      ? undefined
      : tokens.find((each) => each.symbol.toLowerCase() === symbol.trim().toLowerCase())?.address
  const native = tokens.find(({ contract }) => contract === undefined)
  const sourceToken = named(beginning.fromToken) ?? native?.address
  const toToken = named(beginning.toToken)
  const amount = typedText(beginning.amount ?? '') ?? ''
  return asking({
    ...state,
    phase: 'ready',
    tokens,
    gasPrice,
    sourceToken,
    toToken: toToken === sourceToken ? undefined : toToken,
    amount: amount === '' ? '1' : amount,
  })
}

/** Applies a change by the visitor: everything after it begins anew. */
function edited(state: KeptSwap, event: EventOf<'typed' | 'tookAll' | 'chose' | 'flipped'>): KeptSwap {
  switch (event.type) {
    case 'typed': {
      const amount = typedText(event.amount)
      return amount === undefined || amount === state.amount ? state : asking({ ...state, amount })
    }
    case 'tookAll': {
      const { most, source } = swapOverview(state)
      if (most === undefined || !source) return state
      const amount = formatAmount({ value: most, decimals: source.decimals })
      return amount === state.amount ? state : asking({ ...state, amount })
    }
    case 'chose': {
      const { target, token } = event
      const other = target === 'sourceToken' ? state.toToken : state.sourceToken
      if (state[target] === token || other === token) return state
      if (!state.tokens.some(({ address }) => address === token)) return state
      return asking({ ...state, [target]: token, fee: undefined })
    }
    case 'flipped': {
      const { received } = swapOverview(state)
      const { sourceToken: toToken, toToken: sourceToken } = state
      if (sourceToken === undefined) return state
      const amount = received ? formatAmount(received) : state.amount
      return asking({ ...state, sourceToken, toToken, amount, fee: undefined })
    }
  }
}

/** Digits with one point at most, or the beginning of that; what was pasted as an amount is displayed, grouped, without its groups. */
function typedText(text: string): string | undefined {
  const typed = text.trim()
  const plain = typed.replace(',', '.')
  if (/^\d*(?:\.\d*)?$/.test(plain)) return plain
  return typedAmount(typed)
}

/** Nothing is prepared, and nothing promised. */
const unreviewed: Pick<KeptSwap, 'step' | 'promised' | 'attemptId'> = {
  step: { status: 'none' },
  promised: undefined,
  attemptId: undefined,
}

/** A quote is asked for as soon as there is all that it is of. */
function asking(state: KeptSwap): KeptSwap {
  const next: KeptSwap = { ...state, ...unreviewed, quoting: { status: 'none' } }
  const { source, to, amount } = swapOverview(next)
  return source && to && amount && amount.value > 0n ? { ...next, quoting: { status: 'asking' } } : next
}

function quoted(state: KeptSwap, event: EventOf<'askedAgain' | 'quoted' | 'quoteFailed'>): KeptSwap {
  if (event.type === 'askedAgain')
    return state.quoting.status === 'ready' ? state : { ...state, quoting: { status: 'asking' } }
  if (event.type === 'quoteFailed') return withQuoting(state, { status: 'failed' })
  const { quote } = event
  if (!quote || quote.received <= 0n) return withQuoting(state, { status: 'unavailable' })
  const next: KeptSwap = { ...state, quoting: { status: 'ready', quote } }
  // What the price can't give any more isn't signed before what it can has been seen.
  if (state.promised !== undefined && quote.received < state.promised)
    return { ...next, step: { status: 'worse' }, attemptId: undefined }
  return state.step.status === 'worse' ? { ...next, step: { status: 'preparing' } } : next
}

/** Without a quote there is nothing to be reviewed. */
const withQuoting = (state: KeptSwap, quoting: KeptSwap['quoting']): KeptSwap => ({ ...state, ...unreviewed, quoting })

function reviewed(
  state: KeptSwap,
  event: EventOf<'reviewed' | 'leftReview' | 'acceptedPrice' | 'stepped' | 'asked' | 'failed' | 'priceMoved'>,
  shown: SwapStep,
): KeptSwap {
  switch (event.type) {
    case 'reviewed':
    case 'acceptedPrice': {
      const { figures, action } = swapOverview(state)
      if (!figures || action !== 'review' || isHeld(shown)) return state
      return { ...state, promised: figures.minimum.value, attemptId: undefined, step: { status: 'preparing' } }
    }
    case 'leftReview':
      // What the wallet was asked goes on, and shows again where the review does.
      return isSending(shown) ? state : { ...state, ...unreviewed }
    default:
      return state.promised === undefined ? state : { ...state, ...stepAfter(state, event) }
  }
}

function stepAfter(
  { step, attemptId }: KeptSwap,
  event: EventOf<'stepped' | 'asked' | 'failed' | 'priceMoved'>,
): Pick<KeptSwap, 'step' | 'attemptId'> {
  switch (event.type) {
    case 'stepped':
      // What is only renewed was asked for with the same attempt.
      return { step: event.step, attemptId: event.step.status === 'preparing' ? undefined : attemptId }
    case 'asked':
      return { step, attemptId: event.attemptId }
    case 'failed':
      return { step: { status: 'failed', notice: event.notice }, attemptId: undefined }
    case 'priceMoved':
      return { step: { status: 'worse' }, attemptId: undefined }
  }
}

/** A swap as it is shown: what the wallet was asked for comes before what is prepared. Pure. */
export function shownSwap(kept: KeptSwap, attempt: Attempt | undefined): SwapState {
  const { step, promised, attemptId } = kept
  const own = attempt?.id === attemptId ? attempt : undefined
  // The wallet is asked for one at a time, also where a former review began it.
  if (promised !== undefined && (isAsking(attempt) || isRunning(own))) {
    const phase = isAsking(attempt) ? 'wallet' : 'mining'
    return { ...kept, step: step.status === 'approval' ? { status: 'approving', phase } : { status: 'swapping' } }
  }
  const { end } = own ?? {}
  if (end?.status === 'succeeded') return { ...kept, step: { status: 'preparing' } }
  if (end?.status !== 'failed') return kept
  const notice = failureNotice(end)
  if (end.mayHaveBeenSent) return { ...kept, step: { status: 'unknown' }, notice }
  return end.code === 'user_rejected' ? { ...kept, notice } : { ...kept, step: { status: 'failed', notice } }
}

/** Returns the visitor's sentence on a request to the wallet that failed. */
export function failureNotice({ code, notice, mayHaveBeenSent }: Refusal): PlainSentenceKey {
  if (mayHaveBeenSent) return notice
  if (code === 'user_rejected') return 'swap.declined'
  if (notice === 'account.transactionReverted') return 'swap.approvalReverted'
  return notice === 'error.unknown' ? 'swap.sendFailed' : notice
}

/** While the wallet is asked, or the network takes something in, nothing of the swap changes. */
export const isSending = ({ status }: SwapStep): boolean => status === 'approving' || status === 'swapping'

/** Nor is anything asked for or prepared anew; nor where it isn't known whether it was sent, until the visitor begins something else. */
export const isHeld = (step: SwapStep): boolean => isSending(step) || step.status === 'unknown'
