import { accountOf } from '@foyer/core'
import { displayQuantity } from '@foyer/core/chain'
import { push } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { type OnrampProvider, onrampFeePercent } from '@foyer/core/wire'
import {
  BankIcon,
  CardIcon,
  ClockIcon,
  CoinIcon,
  EmptyState,
  HelpIcon,
  LinkButton,
  part,
  Row,
  RowList,
  Separator,
  VisuallyHidden,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Onramp, useFoyerOnramp, useFoyerOnrampQuote } from '../../headless/onramp.js'
import { Failed } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { NetworkStack } from './CompatibleNetworksView.js'
import { ConnectFirst } from './ConnectFirst.js'

/** The providers that sell coins to the account. */
export function ProvidersView(): ReactNode {
  const { say, foyer, state } = useModal()
  const onramp = useFoyerOnramp()
  const { status, providers, retry } = onramp
  if (accountOf(state).address === undefined) return <ConnectFirst />
  return (
    <>
      {status === 'loading' ? <ViewSkeleton label={say('shell.loading')} /> : null}
      {status === 'failed' && providers.length === 0 ? (
        <Failed message={say('onramp.optionsFailed')} retry={retry} />
      ) : null}
      {status === 'ready' && providers.length === 0 ? (
        <EmptyState icon={<CoinIcon />} title={say('onramp.none')} text={say('onramp.noneWhy')} />
      ) : null}
      {providers.length > 0 ? <ProviderRows onramp={onramp} /> : null}
      <Separator />
      <div data-look="middle centred" {...part({ name: 'onramp-help' })}>
        <p>{say('onramp.bestProviders')}</p>
        <div {...part({ name: 'onramp-links' })}>
          <LinkButton icon={<HelpIcon />} partName="how-it-works" onClick={() => push(foyer, { view: 'WhatIsABuy' })}>
            {say('onramp.howItWorks')}
          </LinkButton>
          <LinkButton icon={<ClockIcon />} partName="purchases" onClick={() => push(foyer, { view: 'OnRampActivity' })}>
            {say('onramp.seeActivity')}
          </LinkButton>
        </div>
      </div>
    </>
  )
}

function ProviderRows({ onramp: { providers } }: { readonly onramp: Onramp }): ReactNode {
  const { say, foyer, state } = useModal()
  const networks = state.networks.filter(({ chainNamespace }) => chainNamespace === state.family)
  return (
    <RowList label={say('onramp.providers')}>
      {providers.map((provider) => (
        <Row
          key={provider.id}
          partName="provider"
          data-provider={provider.id}
          label={shownName(provider.name) || say('shell.unknown')}
          sublabel={<ProviderTerms provider={provider} />}
          image={<WalletImage name={shownName(provider.name)} />}
          trailing={<NetworkStack networks={networks} />}
          chevron
          onClick={() => push(foyer, { view: 'OnRampReview', provider })}
        />
      ))}
    </RowList>
  )
}

/** A provider's fee and ways to pay, and what it gives for the amount that was put in. */
function ProviderTerms({ provider }: { readonly provider: OnrampProvider }): ReactNode {
  const { say, foyer } = useModal()
  const { quote } = useFoyerOnrampQuote({ provider })
  const { methods = [] } = provider
  return (
    <span {...part({ name: 'provider-terms' })}>
      <span>{say('onramp.fees', onrampFeePercent)}</span>
      {methods.includes('card') ? <CardIcon /> : null}
      {methods.includes('card') ? <VisuallyHidden>{say('onramp.card')}</VisuallyHidden> : null}
      {methods.includes('ach_bank_account') ? <BankIcon /> : null}
      {methods.includes('ach_bank_account') ? <VisuallyHidden>{say('onramp.bank')}</VisuallyHidden> : null}
      {quote ? (
        <span {...part({ name: 'provider-estimate' })}>
          {say('onramp.estimate', {
            amount: displayQuantity({
              quantity: quote.purchaseAmount.amount,
              symbol: shownName(quote.purchaseAmount.currency),
              locale: foyer.options.locale.tag,
            }),
          })}
        </span>
      ) : null}
    </span>
  )
}
