import { displayQuantity, displayUsd } from '@foyer/core/chain'
import { LinkButton, TokenImage, TokenRow, VisuallyHidden } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { sayHere } from '../messages/dashboardSentences.js'
import { spokenLanguage } from '../messages/say.js'
import { type Holding, worthOf } from './holdings.js'

export { readHoldings } from './holdings.js'

/** As many stand there until the visitor wants all. */
const mostShown = 5

/** Lists an account's holdings. */
export function HoldingList({
  holdings,
  label,
}: {
  readonly holdings: readonly Holding[]
  /** The accessible name: whose it is. */
  readonly label: string
}): ReactNode {
  const [isWhole, setWhole] = useState(false)
  if (holdings.length === 0) return <p className="small">{sayHere('holdings.none')}</p>
  const shown = isWhole ? holdings : holdings.slice(0, mostShown)
  return (
    <>
      <ul className="holdings" aria-label={label}>
        {shown.map(({ key, name, symbol, picture, network, amount, usd }) => (
          <li key={key}>
            <TokenRow
              image={<TokenImage symbol={symbol} src={picture} />}
              label={name}
              amount={
                <>
                  <bdi dir="ltr">{displayQuantity({ quantity: amount, symbol, locale: spokenLanguage() })}</bdi>
                  {' · '}
                  <bdi>{network}</bdi>
                </>
              }
              worth={usd && displayUsd({ amount: usd, locale: spokenLanguage() })}
            />
          </li>
        ))}
      </ul>
      {shown.length < holdings.length ? (
        <LinkButton onClick={() => setWhole(true)}>
          {sayHere('holdings.all', { count: String(holdings.length) })}
        </LinkButton>
      ) : null}
    </>
  )
}

/** Shows the worth of both accounts' holdings. */
export function Worth({ holdings }: { readonly holdings: readonly Holding[] }): ReactNode {
  const usd = worthOf(holdings)
  if (!usd) return null
  return (
    <p className="worth">
      <VisuallyHidden>{sayHere('holdings.worth')} </VisuallyHidden>
      <bdi dir="ltr">{displayUsd({ amount: usd, locale: spokenLanguage() })}</bdi>
    </p>
  )
}
