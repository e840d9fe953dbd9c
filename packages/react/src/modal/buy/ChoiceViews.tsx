import { goBack } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import { Button, CoinIcon, EmptyState, Row, RowList } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerOnramp } from '../../headless/onramp.js'
import { CoinImage } from '../CoinImage.js'
import { isAgreementAsked, LegalNote } from '../Legal.js'
import LegalCheckbox from '../LegalCheckbox.js'
import { useModal } from '../modalContext.js'
import { CurrencySign } from './CurrencySign.js'

interface Choice {
  readonly id: string
  readonly label: string
  readonly sublabel?: string | undefined
  readonly image: ReactNode
  readonly choose: () => void
}

interface ChoiceListProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
}

/** Choosing leads back to where the choice was asked for. */
function ChoiceList({ label, choices, chosen }: ChoiceListProps): ReactNode {
  const modal = useModal()
  const { say, foyer, state } = modal
  const disabled = isAgreementAsked(modal) && !state.termsAgreed
  if (choices.length === 0)
    return (
      <EmptyState
        icon={<CoinIcon />}
        title={say('onramp.noChoice')}
        action={
          <Button variant="quiet" size="sm" onClick={() => goBack(foyer)}>
            {say('shell.back')}
          </Button>
        }
      />
    )
  return (
    <>
      <LegalCheckbox />
      <RowList label={label} scrolls>
        {choices.map(({ id, label: name, sublabel, image, choose }) => (
          <Row
            key={id}
            partName="choice"
            data-choice={id}
            label={name}
            sublabel={sublabel}
            image={image}
            selected={id === chosen}
            disabled={disabled}
            onClick={() => {
              choose()
              goBack(foyer)
            }}
          />
        ))}
      </RowList>
      <LegalNote />
    </>
  )
}

/** The choice of the coin to buy. */
export function TokenSelectView(): ReactNode {
  const { say } = useModal()
  const { purchaseCurrencies, purchase, choosePurchase } = useFoyerOnramp()
  const choices = purchaseCurrencies.map((currency) => ({
    id: currency.id,
    label: shownName(currency.name) || say('shell.unknown'),
    sublabel: shownName(currency.symbol),
    image: <CoinImage symbol={shownName(currency.symbol)} />,
    choose: () => choosePurchase(currency),
  }))
  return <ChoiceList label={say('onramp.selectToken')} choices={choices} chosen={purchase?.id} />
}

/** The choice of the currency to pay with. */
export function FiatSelectView(): ReactNode {
  const { say } = useModal()
  const { paymentCurrencies, payment, choosePayment } = useFoyerOnramp()
  const choices = paymentCurrencies.map((currency) => ({
    id: currency.id,
    label: shownName(currency.id) || say('shell.unknown'),
    image: <CurrencySign currency={currency.id} />,
    choose: () => choosePayment(currency),
  }))
  return <ChoiceList label={say('onramp.selectCurrency')} choices={choices} chosen={payment?.id} />
}
