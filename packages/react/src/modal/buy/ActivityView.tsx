import { displayQuantity } from '@foyer/core/chain'
import type { Month as MonthGroup } from '@foyer/core/internal'
import type { PurchaseRow } from '@foyer/core/onramp'
import { push } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  Button,
  CheckIcon,
  CloseCircleIcon,
  CoinIcon,
  EmptyState,
  NetworkImage,
  part,
  RowItem,
  RowList,
  Spinner,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerPurchases } from '../../headless/onramp.js'
import { CoinImage } from '../CoinImage.js'
import { Failed } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { ScrollArea } from './ScrollArea.js'

/** The account's purchases, by month. */
export function ActivityView(): ReactNode {
  const { say, foyer } = useModal()
  const { status, months, retry } = useFoyerPurchases()
  if (status === 'loading') return <ViewSkeleton label={say('shell.loading')} sketch={Array(places).fill('row')} />
  if (status === 'failed' && months.length === 0) return <Failed message={say('onramp.activityFailed')} retry={retry} />
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
        <Month key={month.key} month={month} />
      ))}
    </ScrollArea>
  )
}

/** The number of placeholders for purchases that are on their way. */
const places = 7

function Month({ month: { title, items } }: { readonly month: MonthGroup<PurchaseRow> }): ReactNode {
  return (
    <>
      <p aria-hidden="true" {...part({ name: 'list-title' })}>
        {title}
      </p>
      <RowList label={title}>
        {items.map((row) => (
          <PurchaseItem key={row.id} row={row} />
        ))}
      </RowList>
    </>
  )
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
