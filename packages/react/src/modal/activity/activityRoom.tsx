import type { ViewName } from '@foyer/core'
import { walletFeatures } from '@foyer/core/account'
import { features } from '@foyer/core/internal'
import { activitySentences } from '@foyer/core/messages'
import { push } from '@foyer/core/view'
import { ClockIcon, EmptyState, LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerActivity } from '../../headless/activity.js'
import { useModal } from '../modalContext.js'
import { type ViewEntry, view } from '../viewEntry.js'
import { ActivityList } from './ActivityList.js'
import activitySheet from './activity.css?inline'
import ReplaceTransactionView from './ReplaceTransactionView.js'

/** The account's history on its network [S1.5]. */
function TransactionsView(): ReactNode {
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
export function Panel(): ReactNode {
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

/** The views of an account's history, in the chunk of the feature `history`. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Transactions', TransactionsView, 'activity.title'),
  view(
    'ReplaceTransaction',
    ReplaceTransactionView,
    ({ say }, { kind }) => say(kind === 'speedUp' ? 'activity.speedUpTitle' : 'activity.stopTitle'),
    ({ hash, kind }) => `${kind}:${hash}`,
  ),
])

export const sentences: typeof activitySentences = activitySentences

export const css: string = activitySheet
