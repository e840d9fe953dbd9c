import { shownName } from '@foyer/core/wallets'
import { type Detail, Details, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import type { Swap, SwapDetailsView } from '../../headless/swap.js'
import { useModal } from '../modalContext.js'
import { Fee } from '../review/Review.js'
import { SlippageChoice } from './SlippageChoice.js'

/** The rate, and on a press what the swap costs and guarantees. */
export function SwapDetails({ swap }: { readonly swap: Swap }): ReactNode {
  const { say } = useModal()
  const { details } = swap
  if (!details) return null
  const { to } = symbolsOf(swap)
  const slippage = <SlippageChoice swap={swap} details={details} symbol={to} />
  return (
    <Details
      partName="swap-details"
      summary={<Rate swap={swap} details={details} />}
      details={rowsOf(say, { ...details, symbol: to, shown: slippage })}
    />
  )
}

/** The rows of the review, in which nothing is to be set. */
export function swapDetails(say: Say, swap: Swap): readonly Detail[] {
  const { details } = swap
  if (!details) return []
  const { to } = symbolsOf(swap)
  const rate = { id: 'rate', term: say('swap.rateTerm'), value: <Rate swap={swap} details={details} /> }
  return [rate, ...rowsOf(say, { ...details, symbol: to, shown: <Slippage details={details} symbol={to} /> })]
}

const symbolsOf = ({ source, to }: Swap) => ({
  source: shownName(source.token?.symbol ?? ''),
  to: shownName(to.token?.symbol ?? ''),
})

function Rate({ swap, details }: { readonly swap: Swap; readonly details: SwapDetailsView }): ReactNode {
  const { say } = useModal()
  const { source, to } = symbolsOf(swap)
  return (
    <span {...part({ name: 'swap-rate' })}>
      <bdi>{say('swap.rate', { source, amount: details.rate, to })}</bdi>
      {details.sourcePrice ? (
        <span {...part({ name: 'swap-dim' })}>
          {' '}
          <bdi dir="ltr">{details.sourcePrice}</bdi>
        </span>
      ) : null}
    </span>
  )
}

interface Rows extends SwapDetailsView {
  readonly symbol: string
  /** The slippage, or the control that sets it. */
  readonly shown: ReactNode
}

function rowsOf(say: Say, { symbol, shown, ...details }: Rows): readonly Detail[] {
  const { networkCost, minimum: amount } = details
  const impact = (
    <span {...part({ name: 'swap-impact', states: { high: details.isImpactHigh } })}>
      {details.priceImpact ?? say('swap.unknown')}
    </span>
  )
  const cost = networkCost ? <Fee {...networkCost} /> : say('swap.unknown')
  const slippageWhy = say('swap.slippageWhy', { amount, symbol })
  return [
    { id: 'price-impact', term: say('swap.priceImpact'), value: impact, explanation: say('swap.priceImpactWhy') },
    { id: 'max-slippage', term: say('swap.slippage'), value: shown, explanation: slippageWhy },
    { id: 'provider-fee', term: say('swap.providerFee'), value: details.providerFee },
    { id: 'network-cost', term: say('swap.networkCost'), value: cost },
  ]
}

function Slippage({ details, symbol }: { readonly details: SwapDetailsView; readonly symbol: string }): ReactNode {
  return (
    <>
      <bdi dir="ltr">
        {details.slippageAmount} {symbol}
      </bdi>{' '}
      <span {...part({ name: 'swap-dim' })}>{details.slippage}</span>
    </>
  )
}
