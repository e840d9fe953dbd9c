import { type Detail, Details, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import type { Swap, SwapDetailsView } from '../../headless/swap.js'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'
import { Fee } from '../review/values.js'
import { SlippageChoice } from './SlippageChoice.js'

export interface SwapDetailsProps {
  readonly swap: Swap
}

/** The rate, and on a press what the swap costs and guarantees. */
export function SwapDetails({ swap }: SwapDetailsProps): ReactNode {
  const { say } = useModal()
  const { details } = swap
  if (!details) return null
  const { to } = symbolsOf(swap)
  const slippage = <SlippageChoice swap={swap} details={details} symbol={to} />
  return (
    <Details
      partName="swap-details"
      summary={<Rate swap={swap} details={details} />}
      details={rowsOf({ details, symbol: to, slippage, say })}
    />
  )
}

/** The rows of the review, in which nothing is to be set. */
export function swapDetails({ swap, say }: SwapDetailsProps & { readonly say: Say }): readonly Detail[] {
  const { details } = swap
  if (!details) return []
  const { to } = symbolsOf(swap)
  const rate = { id: 'rate', term: say('swap.rateTerm'), value: <Rate swap={swap} details={details} /> }
  return [rate, ...rowsOf({ details, symbol: to, slippage: <Slippage details={details} symbol={to} />, say })]
}

const symbolsOf = ({ source, to }: Swap) => ({
  source: shownName(source.token?.symbol ?? ''),
  to: shownName(to.token?.symbol ?? ''),
})

function Rate({ swap, details }: SwapDetailsProps & { readonly details: SwapDetailsView }): ReactNode {
  const { say } = useModal()
  const { source, to } = symbolsOf(swap)
  return (
    <span {...part({ name: 'swap-rate' })}>
      <bdi>{say('swap.rate', { source, amount: details.rate, to })}</bdi>
      {details.sourcePrice ? <span {...part({ name: 'swap-dim' })}> {details.sourcePrice}</span> : null}
    </span>
  )
}

function rowsOf({
  details,
  symbol,
  slippage,
  say,
}: {
  readonly details: SwapDetailsView
  readonly symbol: string
  readonly slippage: ReactNode
  readonly say: Say
}): readonly Detail[] {
  const { networkCost } = details
  return [
    {
      id: 'price-impact',
      term: say('swap.priceImpact'),
      value: (
        <span {...part({ name: 'swap-impact', states: { high: details.isImpactHigh } })}>
          {details.priceImpact ?? say('swap.unknown')}
        </span>
      ),
      explanation: say('swap.priceImpactWhy'),
    },
    {
      id: 'max-slippage',
      term: say('swap.slippage'),
      value: slippage,
      explanation: say('swap.slippageWhy', { amount: details.minimum, symbol }),
    },
    { id: 'provider-fee', term: say('swap.providerFee'), value: details.providerFee },
    {
      id: 'network-cost',
      term: say('swap.networkCost'),
      value: networkCost ? <Fee {...networkCost} /> : say('swap.unknown'),
    },
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
