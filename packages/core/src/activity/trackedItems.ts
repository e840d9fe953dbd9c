import { formatAmount } from '../chain/amount.js'
import { hasHash, latestHash, type TrackedTransaction } from '../transactions/trackedTransaction.js'
import { type ActivityItem, type ActivityStatus, type ActivityTransfer, activityAmount } from './activityItem.js'

/** A line that is pending, with its transaction. */
export interface PendingItem extends ActivityItem {
  readonly tracked: TrackedTransaction
  /** By this one it is sped up and cancelled: the last in its place. */
  readonly latestHash: string
}

/** A transaction of the tray as a line of the activity, its amount in the language that the visitor reads. */
export function trackedItem({
  tracked,
  locale,
}: {
  readonly tracked: TrackedTransaction
  readonly locale: string
}): ActivityItem {
  const { hash, minedHash = hash, type, status, sentAt, transfer, reason } = tracked
  return {
    key: `tray:${hash}`,
    hash: minedHash,
    type: status === 'cancelled' ? 'cancel' : type,
    status: statuses[status],
    at: sentAt,
    transfers: transfer && status !== 'cancelled' ? [shownTransfer({ transfer, type, locale })] : [],
    counterparty: status === 'cancelled' ? undefined : transfer?.to,
    reason,
  }
}

const statuses: Readonly<Record<TrackedTransaction['status'], ActivityStatus>> = {
  pending: 'pending',
  mined: 'confirmed',
  cancelled: 'confirmed',
  reverted: 'failed',
  replaced: 'failed',
  dropped: 'failed',
  partial: 'failed',
  failed: 'failed',
  unknown: 'failed',
}

function shownTransfer({
  transfer: { asset, amount, symbol = '', decimals },
  type,
  locale,
}: Pick<ActivityItem, 'type'> & {
  readonly transfer: NonNullable<TrackedTransaction['transfer']>
  readonly locale: string
}): ActivityTransfer {
  const common = { direction: 'out', imageUrl: undefined } as const
  if (asset.type === 'nft') return { ...common, amount: undefined, name: `#${asset.tokenId}`, isNft: true }
  const text =
    decimals === undefined
      ? undefined
      : activityAmount({ ...common, type, numeric: formatAmount({ value: amount, decimals }), symbol, locale })
  return { ...common, amount: text, name: symbol, isNft: false }
}

export interface WithTrackedParameters {
  readonly items: readonly ActivityItem[]
  readonly tracked: readonly TrackedTransaction[]
  readonly hasMore: boolean
  readonly locale: string
}

/**
 * Joins what the server knows with what was sent through the kit: pending ones apart; of the others those that the server doesn't have yet, in their
 * place, and for those that it has the recipient and the reason of a failure, which only the tray knows.
 *
 * @param parameters.hasMore - older pages may hold what isn't among `items`
 * @param parameters.locale - BCP 47, of the language that the visitor reads
 */
export function withTracked({ items, tracked, hasMore, locale }: WithTrackedParameters): {
  readonly items: readonly ActivityItem[]
  readonly pending: readonly PendingItem[]
} {
  const oldest = items.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const isKnown = (each: TrackedTransaction) => items.some(({ hash }) => hasHash(each, hash))
  const added = tracked.filter(
    (each) => each.status !== 'pending' && !isKnown(each) && (!hasMore || each.sentAt >= oldest),
  )
  const known = items.map((item) => {
    const own = tracked.find((each) => hasHash(each, item.hash))
    if (!own) return item
    const to = item.type === own.type ? own.transfer?.to : undefined
    return { ...item, counterparty: item.counterparty ?? to, reason: own.reason }
  })
  return {
    items: [...known, ...added.map((each) => trackedItem({ tracked: each, locale }))].sort((a, b) => b.at - a.at),
    pending: tracked
      .filter((each) => each.status === 'pending' && !isKnown(each))
      .map((each) => ({ ...trackedItem({ tracked: each, locale }), tracked: each, latestHash: latestHash(each) })),
  }
}
