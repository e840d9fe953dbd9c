import { type Amount, parseAmount, typedAmount } from '../chain/amount.js'
import { swapGasLimit } from '../wire/swapConstants.js'
import { type SwapFigures, swapFigures } from './swapFigures.js'
import type { SwapAsset, SwapState } from './swapState.js'

/** What a press of the main button would do, or what it waits for. */
export type SwapAction =
  | 'selectToken'
  | 'enterAmount'
  | 'incorrectAmount'
  | 'insufficientBalance'
  /** The quote failed: a press asks again. */
  | 'askAgain'
  | 'review'

/** What follows from the state of a swap. */
export interface SwapOverview {
  readonly source: SwapAsset | undefined
  readonly to: SwapAsset | undefined
  /** What is sold; undefined while nothing that counts is typed. */
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
  const amount = source && readAmount({ text: state.amount, decimals: source.decimals })
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

function readAmount({ text, decimals }: { readonly text: string; readonly decimals: number }): Amount | undefined {
  const written = typedAmount(text)
  if (written === undefined) return undefined
  const fraction = (written.split('.')[1] ?? '').replace(/0+$/, '')
  return fraction.length > decimals ? undefined : parseAmount({ text: written, decimals })
}

function figuresOf({
  state: { gasPrice, tokens, slippageBps, quoting, step },
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
    gasLimit: step.status === 'swap' ? step.gas : BigInt(swapGasLimit),
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
