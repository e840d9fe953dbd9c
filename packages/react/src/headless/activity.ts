import type { Foyer } from '@foyer/core'
import { type AccountHistory, type ActivityItem, groupByMonth, type PendingItem } from '@foyer/core/activity'
import { contextOf } from '@foyer/core/internal'
import { explorerUrl } from '@foyer/core/networks'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import type { OfFamily } from './account.js'
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
export interface ActivityGroup {
  readonly key: string
  /** The month's name, with the year where it isn't this one. */
  readonly title: string
  readonly lines: readonly ActivityLine[]
}

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
 * return <>{groups.map(({ key, title, lines }) => <section key={key}><h3>{title}</h3>{lines.map((line) => <p key={line.key}>{line.type} {line.when}</p>)}</section>)}</>
 */
export function useFoyerActivity({ family }: OfFamily = {}): Activity {
  const { shown } = useKit()
  const { data, status, more, loadMore, refetch } = useFetched('activity', { family })
  const lines = useMemo(() => linesOf({ foyer: shown, history: data }), [shown, data])
  return { ...lines, status, more, loadMore, retry: refetch }
}

/** Pure but for the clock: what is known, as it is shown. */
function linesOf({
  foyer,
  history: { network, items, pending } = none,
}: {
  readonly foyer: Foyer
  readonly history:
    | (Omit<AccountHistory, 'network'> & { readonly network: AccountHistory['network'] | undefined })
    | undefined
}): Pick<Activity, 'pending' | 'groups'> {
  const { locale } = foyer.options
  const toLine = <Item extends ActivityItem>(item: Item): Item & ActivityLine => ({
    ...item,
    transfers: item.transfers.map((transfer) => ({
      ...transfer,
      name: shownName(transfer.name),
      amount: transfer.amount && shownName(transfer.amount),
    })),
    reason: item.reason && shownName(item.reason),
    when: dayOf(item.at, locale.tag),
    explorerUrl: explorerUrl({ network, page: { hash: item.hash } }),
  })
  const { now } = contextOf(foyer).clock
  return {
    pending: pending.map(toLine),
    groups: groupByMonth({ items, now: now() }).map(({ key, year, month, isThisYear, items: lines }) => ({
      key,
      title: monthTitle({ year, month, isThisYear, tag: locale.tag }),
      lines: lines.map(toLine),
    })),
  }
}

const none = { network: undefined, items: [], pending: [] } as const

// Amounts have Latin digits in every language, and so have dates.
const latin = { numberingSystem: 'latn' } as const

const dayOf = (at: number, tag: string) =>
  new Intl.DateTimeFormat(tag, {
    ...latin,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)

function monthTitle({
  year,
  month,
  isThisYear,
  tag,
}: {
  readonly year: number
  readonly month: number
  readonly isThisYear: boolean
  readonly tag: string
}): string {
  const format = new Intl.DateTimeFormat(tag, { ...latin, month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) })
  return format.format(new Date(year, month, 1))
}
