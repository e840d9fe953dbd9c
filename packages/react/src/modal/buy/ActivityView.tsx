import type { Foyer } from '@foyer/core'
import { displayQuantity } from '@foyer/core/chain'
import { contextOf } from '@foyer/core/internal'
import type { PurchaseMonth, PurchaseRow } from '@foyer/core/onramp'
import { push } from '@foyer/core/view'
import {
  Button,
  CheckIcon,
  CloseCircleIcon,
  CoinIcon,
  EmptyState,
  ErrorState,
  NetworkImage,
  part,
  RefreshIcon,
  RowItem,
  RowList,
  Skeleton,
  Spinner,
  VisuallyHidden,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerPurchases } from '../../headless/onramp.js'
import { shownName } from '../../headless/walletNames.js'
import { CoinImage } from '../CoinImage.js'
import { useModal } from '../modalContext.js'
import { ScrollArea } from './ScrollArea.js'

/** What the account has bought, by month. */
export function ActivityView(): ReactNode {
  const { say, foyer } = useModal()
  const { status, months, retry } = useFoyerPurchases()
  if (status === 'loading') return <Loading label={say('shell.loading')} />
  if (status === 'failed' && months.length === 0)
    return (
      <ErrorState
        message={say('onramp.activityFailed')}
        action={
          <Button variant="quiet" size="sm" icon={<RefreshIcon />} partName="retry" onClick={retry}>
            {say('button.tryAgain')}
          </Button>
        }
      />
    )
  if (months.length === 0)
    return (
      <EmptyState
        icon={<CoinIcon />}
        title={say('onramp.noActivity')}
        text={say('onramp.noActivityText')}
        action={<Button onClick={() => push(foyer, { view: 'OnRampProviders' })}>{say('onramp.buy')}</Button>}
      />
    )
  return (
    <ScrollArea label={say('onramp.activityTitle')}>
      {months.map((month) => (
        <Month key={month.id} month={month} />
      ))}
    </ScrollArea>
  )
}

/** How many places are kept for purchases that are on their way. */
const places = ['1', '2', '3', '4', '5', '6', '7'] as const

function Loading({ label }: { readonly label: string }): ReactNode {
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      {places.map((place) => (
        <Skeleton key={place} shape="row" />
      ))}
    </>
  )
}

function Month({ month }: { readonly month: PurchaseMonth }): ReactNode {
  const { foyer } = useModal()
  const title = monthTitle({ foyer, month })
  return (
    <>
      <p aria-hidden="true" {...part({ name: 'list-title' })}>
        {title}
      </p>
      <RowList label={title}>
        {month.rows.map((row) => (
          <PurchaseItem key={row.id} row={row} />
        ))}
      </RowList>
    </>
  )
}

/** The month's name, and its year where it isn't this one. */
function monthTitle({
  foyer,
  month: { year, month },
}: {
  readonly foyer: Foyer
  readonly month: PurchaseMonth
}): string {
  const isThisYear = new Date(contextOf(foyer).clock.now()).getFullYear() === year
  const format = isThisYear ? ({ month: 'long' } as const) : ({ month: 'long', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(foyer.options.locale.tag, format).format(new Date(year, month))
}

const words = { inProgress: 'onramp.inProgress', bought: 'onramp.bought', failed: 'onramp.didNotSucceed' } as const

function PurchaseItem({ row: { status, at, amount, symbol = '', iconUrl, networkId } }: { readonly row: PurchaseRow }) {
  const { say, foyer, state } = useModal()
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const day = new Intl.DateTimeFormat(foyer.options.locale.tag, { day: 'numeric', month: 'short' }).format(new Date(at))
  const name = shownName(symbol)
  return (
    <RowItem
      partName="purchase"
      label={say(words[status])}
      sublabel={day}
      image={
        <CoinImage
          symbol={name}
          src={iconUrl}
          network={
            network ? (
              <NetworkImage size="chip" name={network.name} src={networkImageOf({ network, foyer })} />
            ) : undefined
          }
        />
      }
      trailing={
        <span {...part({ name: 'purchase-amount', states: { status } })}>
          {amount === undefined ? null : (
            <bdi dir="ltr" title={`${amount} ${name}`}>
              <bdi>+ {displayQuantity({ quantity: amount, locale: foyer.options.locale.tag })}</bdi> <bdi>{name}</bdi>
            </bdi>
          )}
          {status === 'inProgress' ? <Spinner /> : status === 'bought' ? <CheckIcon /> : <CloseCircleIcon />}
        </span>
      }
    />
  )
}
