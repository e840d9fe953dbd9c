import { ClockIcon, EmptyState } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useActivity } from '../../headless/activity.js'
import { useModal } from '../modalContext.js'
import { ActivityList } from './ActivityList.js'

/** What the account has done on its network [S1.5]. */
export default function TransactionsView(): ReactNode {
  const { say } = useModal()
  const activity = useActivity()
  return (
    <ActivityList
      activity={activity}
      skeletons={7}
      empty={<EmptyState icon={<ClockIcon />} title={say('activity.none')} text={say('activity.noneWhy')} />}
    />
  )
}
