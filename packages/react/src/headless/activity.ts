import type { AccountHistory, ActivityItem, Foyer, PendingItem } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { explorerUrl } from '@foyer/core/networks'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import type { OfFamily } from './account.js'
import { byMonth, type Month, shownTime } from './times.js'
import { shownName } from './walletNames.js'

/** A line of the activity, ready to be shown. */
export interface ActivityLine extends ActivityItem {
  /** Such as `Mar 4, 5:06 AM`, in the kit's language. */
  readonly when: string
  /** Its page at the network's explorer, where there is one. */
  readonly explorerUrl: string | undefined
}

/** A line that is pending, with its transaction. */
export interface PendingLine extends ActivityLine, PendingItem {}

/** The lines of a month. */
export type ActivityGroup = Month<ActivityLine>

export interface Activity extends Pick<Fetched<never>, 'status' | 'more' | 'loadMore'> {
  /** What was sent through the kit and isn't in a block yet, newest first. */
  readonly pending: readonly PendingLine[]
  /** Newest first. */
  readonly groups: readonly ActivityGroup[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * What the chosen account has done on its network, by months and pages: its history at the operator's server, joined with what was sent through the kit, which
 * shows at once. It begins anew with another account or network.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S3.14, S5.16, S5.17, S9.40–S9.42
 * @example
 * const { groups, more, loadMore } = useFoyerActivity()
 * return <>{groups.map(({ key, title, items }) => <section key={key}><h3>{title}</h3>{items.map((line) => <p key={line.key}>{line.type} {line.when}</p>)}</section>)}</>
 */
export function useFoyerActivity({ family }: OfFamily = {}): Activity {
  const { shown } = useKit()
  const { data, status, more, loadMore, refetch } = useFetched('activity', { family })
  const lines = useMemo(() => linesOf(shown, data), [shown, data])
  return { ...lines, status, more, loadMore, retry: refetch }
}

/** Pure but for the clock: what is known, as it is shown. */
function linesOf(foyer: Foyer, history: AccountHistory | undefined): Pick<Activity, 'pending' | 'groups'> {
  const { network, items, pending } = history ?? none
  const { locale } = foyer.options
  const toLine = <Item extends ActivityItem>(item: Item): Item & ActivityLine => ({
    ...item,
    transfers: item.transfers.map((transfer) => ({
      ...transfer,
      name: shownName(transfer.name),
      amount: transfer.amount && shownName(transfer.amount),
    })),
    reason: item.reason && shownName(item.reason),
    when: shownTime({ at: item.at, locale: locale.tag }),
    explorerUrl: explorerUrl({ network, page: { hash: item.hash } }),
  })
  const now = contextOf(foyer).clock.now()
  return { pending: pending.map(toLine), groups: byMonth({ items: items.map(toLine), now, locale: locale.tag }) }
}

const none: Omit<AccountHistory, 'network'> & { readonly network?: AccountHistory['network'] } = {
  items: [],
  pending: [],
}
