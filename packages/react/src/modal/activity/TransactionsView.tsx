import { walletFeatures } from '@foyer/core/account'
import { features } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { ClockIcon, EmptyState, LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerActivity } from '../../headless/activity.js'
import { useModal } from '../modalContext.js'
import { ActivityList } from './ActivityList.js'

/** The account's history on its network [S1.5]. */
export function TransactionsView(): ReactNode {
  const { say } = useModal()
  const activity = useFoyerActivity()
  return (
    <ActivityList
      activity={activity}
      skeletons={7}
      empty={<EmptyState icon={<ClockIcon />} title={say('activity.none')} text={say('activity.noneWhy')} />}
    />
  )
}

/** The tab Activity of the account. */
export function AccountActivity(): ReactNode {
  const { foyer, say, state } = useModal()
  const activity = useFoyerActivity()
  return (
    <ActivityList
      activity={activity}
      skeletons={3}
      empty={
        <EmptyState
          icon={<ClockIcon />}
          title={say('activity.accountNone')}
          text={say('activity.accountNoneWhy')}
          action={
            walletFeatures({ foyer, state }).includes('receive') ? (
              <LinkButton partName="trade" onClick={() => push(foyer, features.receive.begins)}>
                {say('activity.trading')}
              </LinkButton>
            ) : undefined
          }
        />
      }
    />
  )
}
