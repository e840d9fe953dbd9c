import { byMonth, type Month, shownTime } from '../clock/times.js'
import { shownName } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { explorerUrl } from '../networks/networkUrls.js'
import type { ActivityItem } from '../transactions/activityItem.js'
import type { AccountHistory, PendingItem } from './feature.js'

/** A line of the activity, ready to be shown. */
export interface ActivityLine extends ActivityItem {
  /** Such as `Mar 4, 5:06 AM`, in the kit's language. */
  readonly when: string
  /** Its page at the network's explorer, where there is one. */
  readonly explorerUrl: string | undefined
}

/** A line that is pending, with its transaction. */
export interface PendingLine extends ActivityLine, PendingItem {}

/** The known activity of an account, as it is shown. */
export interface ActivityLines {
  /** Transactions sent through the kit that aren't in a block yet, newest first. */
  readonly pending: readonly PendingLine[]
  /** Newest first. */
  readonly groups: readonly ActivityGroup[]
}

/** The lines of a month. */
export type ActivityGroup = Month<ActivityLine>

/** Pure but for the clock: what is known, as it is shown. */
export function activityLines(foyer: Foyer, history: AccountHistory | undefined): ActivityLines {
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
    // A held one's hash is no explorer's.
    explorerUrl: item.status === 'held' ? undefined : explorerUrl({ network, page: { hash: item.hash } }),
  })
  const now = contextOf(foyer).clock.now()
  return { pending: pending.map(toLine), groups: byMonth({ items: items.map(toLine), now, locale: locale.tag }) }
}

const none: Omit<AccountHistory, 'network'> & { readonly network?: AccountHistory['network'] } = {
  items: [],
  pending: [],
}
