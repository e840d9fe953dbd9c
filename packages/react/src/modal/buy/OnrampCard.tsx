import { decimalSeparator, displayExact, displayQuantity } from '@foyer/core/chain'
import { homeRoute } from '@foyer/core/internal'
import { shownName } from '@foyer/core/wallets'
import { AmountField, Button, Chip, Details, part } from '@foyer/parts'
import { type ReactNode, useId, useState } from 'react'
import { type Onramp, type OnrampQuote, useFoyerOnramp, useFoyerOnrampQuote } from '../../headless/onramp.js'
import type { Say } from '../../headless/say.js'
import { useFoyer } from '../../kit.js'
import { useSelect } from '../../useSelect.js'
import { CoinImage } from '../CoinImage.js'
import { CurrencySign, moneyOf } from './CurrencySign.js'
import { purchaseFees } from './purchaseFees.js'

const presets = [100, 250, 500, 1000] as const

/** The money to spend and the coin; the providers come in the modal. Nothing is requested before the visitor touches it, or is connected. */
export function OnrampCard({ say }: { readonly say: Say }): ReactNode {
  const foyer = useFoyer()
  const isConnected = useSelect((state) => state.connection.active[state.family] !== undefined)
  const [isTouched, setTouched] = useState(false)
  const isActive = isTouched || isConnected
  const onramp = useFoyerOnramp({ isActive })
  const quoted = useFoyerOnrampQuote({ isActive })
  const id = useId()
  const touch = () => setTouched(true)
  const { purchase, payment, fault, choosePurchase } = onramp
  const getQuotes = () => {
    // What is shown is what is meant.
    if (purchase) choosePurchase(purchase)
    foyer.open({ view: 'OnRampProviders' })
  }
  return (
    <section
      aria-labelledby={id}
      onFocus={touch}
      onPointerEnter={touch}
      data-look="stack"
      {...part({ name: 'onramp-widget' })}
    >
      <h2 id={id} {...part({ name: 'onramp-title' })}>
        {say('onramp.widget')}
      </h2>
      <PayField onramp={onramp} say={say} />
      <ul aria-label={say('onramp.presets')} data-look="stack-2" {...part({ name: 'onramp-presets' })}>
        {presets.map((preset) => (
          <li key={preset}>
            <Chip
              partName="onramp-preset"
              label={moneyOf({ amount: preset, currency: payment?.id ?? '', locale: foyer.options.locale.tag })}
              aria-pressed={onramp.amount === String(preset)}
              onClick={() => onramp.setAmount(String(preset))}
            />
          </li>
        ))}
      </ul>
      <ReceiveField onramp={onramp} quoted={quoted} say={say} />
      {quoted.quote ? (
        <Details summary={say('onramp.quoteDetails')} details={purchaseFees({ say, foyer }, quoted.quote)} />
      ) : null}
      {isConnected ? (
        <Button partName="get-quotes" disabled={fault !== undefined} onClick={getQuotes}>
          {say('onramp.getQuotes')}
        </Button>
      ) : (
        <Button partName="connect-wallet" onClick={() => foyer.open(homeRoute({ connected: false }))}>
          {say('onramp.connectWallet')}
        </Button>
      )}
    </section>
  )
}

interface FieldProps {
  readonly onramp: Onramp
  readonly say: Say
}

function PayField({ onramp: { amount, setAmount, payment, range, fault }, say }: FieldProps): ReactNode {
  const foyer = useFoyer()
  const currency = shownName(payment?.id ?? '')
  const locale = foyer.options.locale.tag
  const limits = range && {
    least: displayExact({ amount: range.least, locale }),
    most: displayExact({ amount: range.most, locale }),
    currency,
  }
  return (
    <AmountField
      partName="onramp-pay"
      label={say('onramp.pay')}
      value={amount}
      decimal={decimalSeparator(locale)}
      onValueChange={setAmount}
      error={fault && (limits && fault !== 'notNumber' ? say(`onramp.${fault}`, limits) : say('onramp.notNumber'))}
      worth={limits ? say('onramp.range', limits) : undefined}
      token={
        <Chip
          partName="onramp-currency"
          label={currency}
          accessibleName={say('onramp.currencyNow', { currency })}
          image={<CurrencySign size="chip" currency={currency} />}
          chevron
          onClick={() => foyer.open({ view: 'OnRampFiatSelect' })}
        />
      }
    />
  )
}

function ReceiveField({ onramp, quoted, say }: FieldProps & { readonly quoted: OnrampQuote }): ReactNode {
  const { purchase, network } = onramp
  const { status, quote } = quoted
  const foyer = useFoyer()
  const locale = foyer.options.locale.tag
  const token = shownName(purchase?.symbol ?? '')
  return (
    <AmountField
      partName="onramp-receive"
      label={say('onramp.receive')}
      value={quote ? displayQuantity({ quantity: quote.purchaseAmount.amount, locale }) : ''}
      decimal={decimalSeparator(locale)}
      busy={status === 'loading'}
      error={status === 'failed' && !quote ? say('onramp.quoteFailed') : undefined}
      worth={status === 'none' ? say('onramp.noneWhy') : shownName(network?.display_name ?? '')}
      token={
        <Chip
          partName="onramp-token"
          label={token}
          accessibleName={say('onramp.tokenNow', { token })}
          image={<CoinImage size="chip" symbol={token} />}
          chevron
          onClick={() => foyer.open({ view: 'OnRampTokenSelect' })}
        />
      }
    />
  )
}
