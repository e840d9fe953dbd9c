import { displayExact } from '@foyer/core/chain'
import type { Money, OnrampQuoteReply } from '@foyer/core/wire'
import { type Detail, Skeleton } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Say } from '../../headless/say.js'
import { shownName } from '../../headless/walletNames.js'

/** An amount of money as the on-ramp has it. */
export const moneyText = ({ amount, currency }: Money, locale: string): ReactNode => (
  <bdi dir="ltr">{displayExact({ amount, symbol: shownName(currency), locale })}</bdi>
)

/** Where the money goes; each has its place until it is known. */
export function purchaseFees({
  quote,
  say,
  locale,
}: {
  readonly quote: OnrampQuoteReply | undefined
  readonly say: Say
  readonly locale: string
}): readonly Detail[] {
  const money = (of: Money | undefined) => (of ? moneyText(of, locale) : <Skeleton />)
  return [
    { id: 'provider-fee', term: say('onramp.providerFee'), value: money(quote?.coinbaseFee) },
    { id: 'network-fee', term: say('onramp.networkFee'), value: money(quote?.networkFee) },
    { id: 'for-coins', term: say('onramp.forCoins'), value: money(quote?.paymentSubtotal) },
  ]
}
