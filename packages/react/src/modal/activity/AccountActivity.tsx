import { ClockIcon, EmptyState } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useActivity } from '../../headless/activity.js'
import { useModal } from '../modalContext.js'
import { ActivityList } from './ActivityList.js'

/** The tab Activity of the account. */
export function AccountActivity(): ReactNode {
  const { say } = useModal()
  const activity = useActivity()
  return (
    <ActivityList
      activity={activity}
      skeletons={3}
      empty={
        <EmptyState icon={<ClockIcon />} title={say('activity.accountNone')} text={say('activity.accountNoneWhy')} />
      }
    />
  )
}
