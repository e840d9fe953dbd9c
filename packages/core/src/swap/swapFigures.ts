import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { type Amount, parseAmount, readTypedAmount, roundDown, typedAmount } from '../chain/amount.js'
import { usdDecimals } from '../chain/display.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import type { AttemptId } from '../state/attempt.js'
import { type SwapToken, swapFeeBps, swapGasLimit, swapSlippagePercent } from '../wire/swap.js'

/** Which of the two tokens. */
export type SwapTarget = 'sourceToken' | 'toToken'

/** A token that can be swapped [S3.16], and what the account has of it. */
export interface SwapAsset extends SwapToken {
  readonly address: AccountId
  /** Without its network; undefined for the network's own coin. */
  readonly contract: string | undefined
  /** In the smallest unit. */
  readonly held: bigint
  /** US dollars for one whole token, with 18 decimals. */
  readonly price: bigint | undefined
}

/** The account that swaps, and where. */
export interface SwapAccount {
  readonly address: string
  readonly networkId: NetworkId
  /** CAIP-10 of the two. */
  readonly accountId: AccountId
}

/** The server's offer for the amount. */
export interface Quote {
  /** In the smallest unit of what is bought, after every fee. */
  readonly received: bigint
  readonly feeBps: number | undefined
  readonly priceImpactBps: number | undefined
  /** The contract that the swap calls; undefined where the server doesn't say, and then nothing is signed. */
  readonly target: string | undefined
  /** The contract that takes what is sold; null where none has to be allowed. */
  readonly spender: string | null | undefined
}

/** The state of the shown amount's quote. */
export type Quoting =
  | { readonly status: 'none' }
  | { readonly status: 'asking' }
  | { readonly status: 'ready'; readonly quote: Quote }
  /** There is no way to swap this amount. */
  | { readonly status: 'unavailable' }
  | { readonly status: 'failed' }

/** The prepared request to the wallet. A call is of the family's own kind, read and compared with what was agreed. */
export type Prepared =
  | { readonly status: 'none' }
  | { readonly status: 'preparing' }
  | { readonly status: 'approval'; readonly call: unknown; readonly isReset: boolean }
  | { readonly status: 'swap'; readonly call: unknown }
  /** The approval and the swap, which the wallet carries out as one. */
  | { readonly status: 'batch'; readonly calls: readonly [approval: unknown, swap: unknown] }
  /** The agreed terms can't be had any more: those that can have to be seen first. */
  | { readonly status: 'worse' }
  | { readonly status: 'failed'; readonly notice: PlainSentenceKey }

/** The step of a swap that is being reviewed. */
export type SwapStep =
  | Prepared
  | { readonly status: 'approving'; readonly phase: 'wallet' | 'mining' }
  | { readonly status: 'swapping' }
  /** The request to the wallet may have been sent: it isn't offered again. */
  | { readonly status: 'unknown' }

/** All that is known of a swap [S3.15]; its figures follow from it: see `swapOverview`. */
export interface SwapState {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported'
  readonly account: SwapAccount | undefined
  /** The networks with swaps, while there are none here. */
  readonly networks: readonly NetworkId[]
  readonly tokens: readonly SwapAsset[]
  readonly sourceToken: AccountId | undefined
  readonly toToken: AccountId | undefined
  /** As it was typed. */
  readonly amount: string
  readonly slippageBps: number
  /** In the smallest unit of the network's own coin; undefined where it isn't known. */
  readonly gasPrice: bigint | undefined
  /** The network's expected fee until it is swapped, in the smallest unit of its own coin; undefined while only the usual gas is known. */
  readonly fee: bigint | undefined
  readonly quoting: Quoting
  readonly step: SwapStep
  /** Why the wallet has to be asked again, where it has to. */
  readonly notice: PlainSentenceKey | undefined
  /** While it is being reviewed: the least that the visitor saw, in the smallest unit of what is bought. */
  readonly promised: bigint | undefined
  /** With which the wallet was asked last for what is being reviewed. */
  readonly attemptId: AttemptId | undefined
}

/** A swap as the room keeps it; with the attempt it is what is shown: see `shownSwap`. */
export interface KeptSwap extends SwapState {
  readonly step: Prepared
}

/** Before anything was loaded. */
export const idleSwap: KeptSwap = {
  phase: 'idle',
  account: undefined,
  networks: [],
  tokens: [],
  sourceToken: undefined,
  toToken: undefined,
  amount: '',
  slippageBps: swapSlippagePercent * 100,
  gasPrice: undefined,
  fee: undefined,
  quoting: { status: 'none' },
  step: { status: 'none' },
  notice: undefined,
  promised: undefined,
  attemptId: undefined,
}

/** The slippage that may be set, in basis points: with less a swap seldom succeeds, with more a minimum protects little. */
export const slippageBounds: { readonly least: number; readonly most: number } = { least: 10, most: 1_000 }

/** A host's or a link's entries to begin with; tokens by their symbols. */
export interface SwapBeginning {
  /** The amount to sell, as a visitor would type it. */
  readonly amount?: string | undefined
  /** The symbol of what is sold. */
  readonly fromToken?: string | undefined
  /** The symbol of what is bought. */
  readonly toToken?: string | undefined
}

/** Percent has two decimals here: basis points. */
const places = 2

/**
 * Reads a slippage as it is typed, in percent, with a point or a comma.
 *
 * @returns basis points from 10 to 1,000; undefined for what is no number, too precise, or beyond
 * @see S9.10
 * @example typedSlippage('0,75') // 75
 */
export function typedSlippage(text: string): number | undefined {
  const written = typedAmount(text)
  if (written === undefined || (written.split('.')[1]?.length ?? 0) > places) return undefined
  const { value } = parseAmount({ text: written, decimals: places })
  const { least, most } = slippageBounds
  return value >= BigInt(least) && value <= BigInt(most) ? Number(value) : undefined
}

/** A token of a swap: how much of it, and what one of it costs. */
export interface SwapSide {
  readonly amount: Amount
  /** US dollars for one whole token, with 18 decimals; absent where it is unknown. */
  readonly price?: bigint | undefined
}

export interface SwapFiguresParameters {
  readonly source: SwapSide
  /** The amount that the quote gives, after every fee. */
  readonly to: SwapSide
  /** The account's balance of the source token. */
  readonly held: Amount
  /** The price of a unit of gas, in the smallest unit of the network's own coin (wei; lamports on Solana). */
  readonly gasPrice: bigint
  /** The gas that a swap usually takes [S9.13]. */
  readonly gasLimit: bigint
  /** The fee that the network is expected to take, where that is known better. */
  readonly fee?: bigint | undefined
  /** The network's own coin. */
  readonly native: { readonly decimals: number; readonly price?: bigint | undefined }
  /** The provider's fee, in basis points, as its quote says; 85 where it says nothing [S9.11]. */
  readonly feeBps?: number | undefined
  /** Percent; 1 unless said [S9.10]. */
  readonly slippagePercent?: number | undefined
}

/** The figures shown to a visitor before a swap [S3.15]; exact, in the smallest units. */
export interface SwapFigures {
  /** In US dollars. */
  readonly sourceValue: Amount | undefined
  readonly toValue: Amount | undefined
  /** The cost of the gas, in the network's own coin, and in US dollars. */
  readonly gasFee: Amount
  readonly gasFeeValue: Amount | undefined
  /** The loss of value, in hundredths of a percent of what is given; negative where more is got. */
  readonly priceImpactBps: number | undefined
  /** The part of what is got that may be missing in the end. */
  readonly maxSlippage: Amount
  /** The least that is got. */
  readonly minimum: Amount
  /** In the source token. */
  readonly providerFee: Amount
  /** Why it can't be swapped as it is. */
  readonly inputError: 'incorrectAmount' | 'insufficientBalance' | undefined
}

const bpsOfWhole = 10_000n

/**
 * Works out what a swap costs. Whatever is taken from the visitor is rounded up, whatever is promised down.
 *
 * @see S3.15, S9.10–S9.14, S5.13, S5.14
 * @example swapFigures({ source, to, held, gasPrice: 2_000_000_000n, gasLimit: 150_000n, native: { decimals: 18 } })
 */
export function swapFigures({
  source,
  to,
  held,
  gasPrice,
  gasLimit,
  fee,
  native,
  feeBps = swapFeeBps,
  slippagePercent = swapSlippagePercent,
}: SwapFiguresParameters): SwapFigures {
  const gasFee = { value: fee ?? gasPrice * gasLimit, decimals: native.decimals }
  const sourceValue = worth(source)
  const toValue = worth(to)
  const slippageBps = BigInt(Math.round(slippagePercent * 100))
  const maxSlippage = { ...to.amount, value: partUp({ of: to.amount.value, bps: slippageBps }) }
  return {
    sourceValue,
    toValue,
    gasFee,
    gasFeeValue: worth({ amount: gasFee, price: native.price }),
    priceImpactBps: impact({ sourceValue, toValue }),
    maxSlippage,
    minimum: { ...to.amount, value: to.amount.value - maxSlippage.value },
    providerFee: { ...source.amount, value: partUp({ of: source.amount.value, bps: BigInt(feeBps) }) },
    inputError: inputError({ source, to, held }),
  }
}

function worth({ amount, price }: SwapSide): Amount | undefined {
  if (price === undefined) return undefined
  return roundDown({
    amount: { value: amount.value * price, decimals: amount.decimals + usdDecimals },
    decimals: usdDecimals,
  })
}

const partUp = ({ of, bps }: { of: bigint; bps: bigint }): bigint => (of * bps + bpsOfWhole - 1n) / bpsOfWhole

function impact({ sourceValue, toValue }: Pick<SwapFigures, 'sourceValue' | 'toValue'>): number | undefined {
  if (!sourceValue || !toValue || sourceValue.value === 0n) return undefined
  return Number(((sourceValue.value - toValue.value) * bpsOfWhole) / sourceValue.value)
}

function inputError({
  source,
  to,
  held,
}: Pick<SwapFiguresParameters, 'source' | 'to' | 'held'>): SwapFigures['inputError'] {
  if (source.amount.value <= 0n || to.amount.value <= 0n) return 'incorrectAmount'
  return source.amount.value > roundDown({ amount: held, decimals: source.amount.decimals }).value
    ? 'insufficientBalance'
    : undefined
}

/** The action of a press of the main button, or what it waits for. */
export type SwapAction =
  | 'selectToken'
  | 'enterAmount'
  | 'incorrectAmount'
  | 'insufficientBalance'
  /** The quote failed: a press asks again. */
  | 'askAgain'
  | 'review'

/** The figures that follow from the state of a swap. */
export interface SwapOverview {
  readonly source: SwapAsset | undefined
  readonly to: SwapAsset | undefined
  /** The amount to sell; undefined while nothing that counts is typed. */
  readonly amount: Amount | undefined
  readonly received: Amount | undefined
  /** The most that can be sold: all of it, without what the network's fee may take of its own coin. */
  readonly most: bigint | undefined
  /** All that it costs; undefined without a quote. */
  readonly figures: SwapFigures | undefined
  readonly action: SwapAction
  /** A quote is on its way. */
  readonly isAsking: boolean
}

/** Works out what is shown of a swap, and what can be done [S5.12–S5.14]. Pure. */
export function swapOverview(state: SwapState): SwapOverview {
  const find = (token: SwapState['sourceToken']) => state.tokens.find(({ address }) => address === token)
  const [source, to] = [find(state.sourceToken), find(state.toToken)]
  const amount = source && readTypedAmount({ text: state.amount, decimals: source.decimals })
  const { quoting } = state
  const received =
    to && quoting.status === 'ready' ? { value: quoting.quote.received, decimals: to.decimals } : undefined
  const figures = source && to && amount && received ? figuresOf({ state, source, to, amount, received }) : undefined
  return {
    source,
    to,
    amount,
    received,
    most: source && mostOf({ state, source }),
    figures,
    action: actionOf({ state, source, to, amount, figures }),
    isAsking: quoting.status === 'asking',
  }
}

function figuresOf({
  state: { gasPrice, fee, tokens, slippageBps, quoting },
  source,
  to,
  amount,
  received,
}: {
  readonly state: SwapState
  readonly source: SwapAsset
  readonly to: SwapAsset
  readonly amount: Amount
  readonly received: Amount
}): SwapFigures {
  const native = tokens.find(({ contract }) => contract === undefined)
  return swapFigures({
    source: { amount, price: source.price },
    to: { amount: received, price: to.price },
    held: { value: source.held, decimals: source.decimals },
    gasPrice: gasPrice ?? 0n,
    gasLimit: BigInt(swapGasLimit),
    fee,
    native: { decimals: native?.decimals ?? 0, price: native?.price },
    feeBps: quoting.status === 'ready' ? quoting.quote.feeBps : undefined,
    slippagePercent: slippageBps / 100,
  })
}

/** Of the network's own coin twice the usual fee stays: prices change until the wallet is asked. */
function mostOf({ state, source }: { readonly state: SwapState; readonly source: SwapAsset }): bigint {
  if (source.contract !== undefined) return source.held
  const kept = (state.gasPrice ?? 0n) * BigInt(swapGasLimit) * 2n
  return source.held > kept ? source.held - kept : 0n
}

function actionOf({
  state: { amount: text, quoting },
  source,
  to,
  amount,
  figures,
}: Pick<SwapOverview, 'source' | 'to' | 'amount' | 'figures'> & { readonly state: SwapState }): SwapAction {
  if (quoting.status === 'failed') return 'askAgain'
  if (!source || !to) return 'selectToken'
  if (text === '' || text === '.' || amount?.value === 0n) return 'enterAmount'
  if (!amount) return 'incorrectAmount'
  if (amount.value > source.held) return 'insufficientBalance'
  if (quoting.status === 'unavailable') return 'incorrectAmount'
  return figures?.inputError ?? 'review'
}
