import { displayExact } from '@foyer/core/chain'
import { shownName } from '@foyer/core/wallets'
import type { Money, OnrampQuoteReply } from '@foyer/core/wire'
import { type Detail, Skeleton } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Modal } from '../modalContext.js'

/** An amount of money as the on-ramp has it. */
export const moneyText = ({ amount, currency }: Money, locale: string): ReactNode => (
  <bdi dir="ltr">{displayExact({ amount, symbol: shownName(currency), locale })}</bdi>
)

/** Lists the parts of the price; each has its place until it is known. */
export function purchaseFees(
  { say, foyer }: Pick<Modal, 'say' | 'foyer'>,
  quote: OnrampQuoteReply | undefined,
): readonly Detail[] {
  const { tag } = foyer.options.locale
  const money = (of: Money | undefined) => (of ? moneyText(of, tag) : <Skeleton />)
  return [
    { id: 'provider-fee', term: say('onramp.providerFee'), value: money(quote?.coinbaseFee) },
    { id: 'network-fee', term: say('onramp.networkFee'), value: money(quote?.networkFee) },
    { id: 'for-coins', term: say('onramp.forCoins'), value: money(quote?.paymentSubtotal) },
  ]
}
