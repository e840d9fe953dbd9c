import { history } from '../api/account.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import { accountOf } from '../store/selectors.js'
import { trayOf } from '../transactions/tray.js'
import type { HistoryReply } from '../wire/transaction.js'
import { type ActivityItem, activityItems } from './activityItem.js'
import { type PendingItem, withTracked } from './trackedItems.js'

/** What an account has done on a network. */
export interface AccountHistory {
  readonly network: Network
  /** Newest first, joined with what was sent through the kit; spam and what happened on other networks is left out [S5.16 S5.17]. */
  readonly items: readonly ActivityItem[]
  /** What was sent through the kit and is in no block yet, newest first. */
  readonly pending: readonly PendingItem[]
}

/** A page of nothing but spam is passed over, this often at the most for each time that older ones are asked for. */
const mostEmptyPages = 5

/** The history of an account on a network, by pages; nothing where the host named no server, or it doesn't serve the network. */
export const activity: Definition<OfAccount, AccountHistory, AccountSubject, HistoryReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['activity', network.caipNetworkId, address],
  freshMs: 30_000,
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
