import type { ViewName } from '@foyer/core'
import { activitySentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import activitySheet from './activity.css?inline'
import ReplaceTransactionView from './ReplaceTransactionView.js'
import { TransactionsView } from './TransactionsView.js'

/** The history of an account, in the chunk of the feature `history`. */
export { AccountActivity as Panel } from './TransactionsView.js'

export const sentences: typeof activitySentences = activitySentences

export const css: string = activitySheet

export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Transactions', TransactionsView, 'activity.title'),
  view(
    'ReplaceTransaction',
    ReplaceTransactionView,
    ({ say }, { kind }) => say(kind === 'speedUp' ? 'activity.speedUpTitle' : 'activity.stopTitle'),
    ({ hash, kind }) => `${kind}:${hash}`,
  ),
])
