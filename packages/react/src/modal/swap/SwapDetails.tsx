import { type Detail, Details, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import type { Swap, SwapDetailsView } from '../../headless/swap.js'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'
import { SlippageChoice } from './SlippageChoice.js'

export interface SwapDetailsProps {
  readonly swap: Swap
  /** In the review all of it is seen, and nothing is to be set. */
  readonly isReview?: boolean | undefined
}

/** The rate, and on a press what the swap costs and guarantees. */
export function SwapDetails({ swap, isReview = false }: SwapDetailsProps): ReactNode {
  const { say } = useModal()
  const { details, source, to } = swap
  if (!details) return null
  const symbols = { source: shownName(source.token?.symbol ?? ''), to: shownName(to.token?.symbol ?? '') }
  const rate = say('swap.rate', { source: symbols.source, amount: details.rate, to: symbols.to })
  const rateLine = (
    <span {...part({ name: 'swap-rate' })}>
      <bdi>{rate}</bdi>
      {details.sourcePrice ? <span {...part({ name: 'swap-dim' })}> {details.sourcePrice}</span> : null}
    </span>
  )
  const rows = rowsOf({ swap, details, symbol: symbols.to, isReview, say })
  return isReview ? (
    <Details partName="swap-details" details={[{ id: 'rate', term: say('swap.rateTerm'), value: rateLine }, ...rows]} />
  ) : (
    <Details partName="swap-details" summary={rateLine} details={rows} />
  )
}

function rowsOf({
  swap,
  details,
  symbol,
  isReview,
  say,
}: {
  readonly swap: Swap
  readonly details: SwapDetailsView
  readonly symbol: string
  readonly isReview: boolean
  readonly say: Say
}): readonly Detail[] {
  const { networkCost: cost } = details
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
      value: isReview ? (
        <Slippage details={details} symbol={symbol} />
      ) : (
        <SlippageChoice swap={swap} details={details} symbol={symbol} />
      ),
      explanation: say('swap.slippageWhy', { amount: details.minimum, symbol }),
    },
    { id: 'provider-fee', term: say('swap.providerFee'), value: details.providerFee },
    {
      id: 'network-cost',
      term: say('swap.networkCost'),
      value: cost ? (
        <>
          <bdi dir="ltr">
            {cost.amount} {shownName(cost.symbol)}
          </bdi>
          {cost.usd ? <span {...part({ name: 'swap-dim' })}> {cost.usd}</span> : null}
        </>
      ) : (
        say('swap.unknown')
      ),
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
