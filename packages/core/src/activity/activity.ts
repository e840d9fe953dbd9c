import { history } from '../api/account.js'
import { formatAmount } from '../chain/amount.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import { accountOf } from '../state/selectors.js'
import {
  type ActivityItem,
  type ActivityStatus,
  type ActivityTransfer,
  activityAmount,
  activityItems,
} from '../transactions/activityItem.js'
import { hasHash, isOpen, latestHash, type TrackedTransaction } from '../transactions/trackedTransaction.js'
import { trayOf } from '../transactions/tray.js'
import type { HistoryReply } from '../wire/transaction.js'
import type { AccountHistory, PendingItem } from './feature.js'

/** A page of nothing but spam is passed over, this often at the most for each time that older ones are asked for. */
const mostEmptyPages = 5

/** The history of an account on a network, by pages; nothing where the host named no server, or it doesn't serve the network. */
export const activity: Definition<OfAccount, AccountHistory, AccountSubject, HistoryReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['activity', network.caipNetworkId, address],
  freshMs: 30_000,
  staleBy: 'transaction',
  async read({ context, subject: { address, network }, cursor, signal }) {
    const { caipNetworkId: networkId } = network
    const api = await context.api?.()
    if (!api) return { data: [], next: null }
    let page = await history(api, { address, networkId, cursor, signal })
    for (let empty = 1; page.data.length === 0 && page.next !== null && empty < mostEmptyPages; empty++)
      page = await history(api, { address, networkId, cursor: page.next, signal })
    return page
  },
  nextPage: ({ next }) => next ?? undefined,
  beside: trayOf,
  data(pages, { foyer, subject: { address, network }, hasMore }) {
    // A transaction that came meanwhile moves others to the next page.
    const byId = new Map(pages.flatMap((page) => page.data).map((each) => [each.id, each]))
    const { tag: locale } = foyer.options.locale
    const coin = network.nativeCurrency
    const items = [...byId.values()].flatMap((transaction) => activityItems({ transaction, coin, locale }))
    const sent = trayOf(contextOf(foyer)).get()
    const tracked = sent.filter((each) => each.networkId === network.caipNetworkId && each.address === address)
    return { network, ...withTracked({ items, tracked, hasMore, locale }) }
  },
  onMore: (about, page) => track({ ...about, event: 'LOAD_MORE_TRANSACTIONS', page }),
  onFailure: (about, page) => track({ ...about, event: 'ERROR_FETCH_TRANSACTIONS', page }),
}

function track({
  event,
  foyer,
  subject: { address, network },
  page,
}: {
  readonly event: 'LOAD_MORE_TRANSACTIONS' | 'ERROR_FETCH_TRANSACTIONS'
  readonly foyer: Foyer
  readonly subject: AccountSubject
  readonly page: HistoryReply | undefined
}): void {
  const { accounts } = accountOf(foyer.store.getState(), network.chainNamespace)
  const isSmartAccount = accounts.some((each) => each.address === address && each.type === 'smartAccount')
  const { projectId } = foyer.options
  contextOf(foyer).track({ event, properties: { address, projectId, cursor: page?.next ?? undefined, isSmartAccount } })
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
  held: 'held',
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

interface WithTrackedParameters {
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
  const added = tracked.filter((each) => !isOpen(each) && !isKnown(each) && (!hasMore || each.sentAt >= oldest))
  const known = items.map((item) => {
    const own = tracked.find((each) => hasHash(each, item.hash))
    if (!own) return item
    const to = item.type === own.type ? own.transfer?.to : undefined
    return { ...item, counterparty: item.counterparty ?? to, reason: own.reason }
  })
  return {
    items: [...known, ...added.map((each) => trackedItem({ tracked: each, locale }))].sort((a, b) => b.at - a.at),
    pending: tracked
      .filter((each) => isOpen(each) && !isKnown(each))
      .map((each) => ({ ...trackedItem({ tracked: each, locale }), tracked: each, latestHash: latestHash(each) })),
  }
}
