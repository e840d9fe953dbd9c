import { accountOf, type ViewProps } from '@foyer/core'
import { displayPercent } from '@foyer/core/chain'
import { goBack, replace } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import type { OnrampProvider } from '@foyer/core/wire'
import { type Detail, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Onramp, type OnrampQuote, useFoyerOnramp, useFoyerOnrampQuote } from '../../headless/onramp.js'
import { CoinImage } from '../CoinImage.js'
import { type Modal, useModal } from '../modalContext.js'
import { Review, type SumProps, WholeAddress } from '../review/Review.js'
import { ConnectFirst } from './ConnectFirst.js'
import { purchaseFees } from './purchaseFees.js'

/** The review of a purchase: what is bought, from whom and where it goes, before the provider's page opens. */
export function OnrampReviewView({ provider }: ViewProps<'OnRampReview'>): ReactNode {
  const modal = useModal()
  const { say, foyer, state } = modal
  const onramp = useFoyerOnramp()
  const quoted = useFoyerOnrampQuote({ provider })
  const { address } = accountOf(state)
  if (address === undefined) return <ConnectFirst />
  const name = shownName(provider.name) || say('shell.unknown')
  return (
    <Review
      partName="onramp-review"
      sum={paidSum(onramp)}
      second={onramp.paid === undefined ? undefined : boughtSum(onramp, quoted)}
      details={[
        { id: 'provider', term: say('onramp.provider'), value: <bdi>{name}</bdi> },
        ...feesOf(modal, { provider, onramp, quoted }),
        { id: 'recipient', term: say('receipt.recipient'), value: <WholeAddress>{address}</WholeAddress> },
      ]}
      trouble={quoted.status === 'none' || quoted.status === 'failed' ? say(troubles[quoted.status]) : undefined}
      buttons={{
        cancel: say('onramp.cancel'),
        onCancel: () => goBack(foyer),
        confirm: say('onramp.open', { provider: name }),
        onConfirm: () => {
          // The window first: it opens only within the press.
          onramp.buy({ provider, quote: quoted.quote })
          replace(foyer, { view: 'BuyInProgress' })
        },
        busy: false,
        disabled: quoted.status === 'none',
        partName: 'onramp-confirm',
      }}
    >
      <p {...part({ name: 'lead' })}>{say('onramp.paidThere', { provider: name })}</p>
    </Review>
  )
}

/** Returns the sum that is paid; where that is left open, what is bought. */
function paidSum({ paid, payment, purchase, network }: Onramp): SumProps {
  if (paid !== undefined) return { amount: paid, unit: shownName(payment?.id ?? '') }
  const symbol = shownName(purchase?.symbol ?? '')
  return { unit: symbol, image: <CoinImage symbol={symbol} />, note: shownName(network?.display_name ?? '') }
}

/** Returns the sum that is bought, as far as the provider has promised it. */
function boughtSum({ purchase, network }: Onramp, { quote }: OnrampQuote): SumProps {
  const unit = shownName(quote?.purchaseAmount.currency ?? purchase?.symbol ?? '')
  const sign = quote && quote.isEstimate !== false ? '≈' : undefined
  return { amount: quote?.purchaseAmount.amount, unit, sign, note: shownName(network?.display_name ?? '') }
}

interface Offered {
  readonly provider: OnrampProvider
  readonly onramp: Onramp
  readonly quoted: OnrampQuote
}

/** Returns the fees, in money where the provider has said it for this amount. */
function feesOf({ say, foyer }: Modal, { provider, onramp, quoted: { status, quote } }: Offered): readonly Detail[] {
  const isComing = onramp.paid !== undefined && (status === 'loading' || status === 'idle')
  if (isComing || quote) return purchaseFees({ say, foyer }, quote)
  const bps = Math.round(Number(provider.feePercent) * 100)
  const percent = displayPercent({ bps, locale: foyer.options.locale.tag })
  return [{ id: 'provider-fee', term: say('onramp.providerFee'), value: percent }]
}

const troubles = { none: 'onramp.noneWhy', failed: 'onramp.quoteFailed' } as const
