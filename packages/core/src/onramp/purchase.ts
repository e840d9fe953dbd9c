import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { NetworkId } from '../chain/ids.js'
import { sleep } from '../clock/sleep.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { OnrampNotServedError, PopupBlockedError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { isOpenable, UnsafeLinkError } from '../links/walletLink.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import { accountOf } from '../state/selectors.js'
import { type Observable, observable } from '../store/observable.js'
import type { OnrampProvider, OnrampQuoteReply } from '../wire/payments.js'
import type { Transaction } from '../wire/transaction.js'

/** The interval at which the history is asked for a purchase, and the time that it is. */
const purchasePollMs = 4_000
const purchaseDeadlineMs = 180_000

/**
 * The phase of a purchase: its page's address is requested; the visitor buys there; it shows in the account's history; its page can't be had; nothing
 * was seen in time.
 */
export type PurchasePhase = 'requesting' | 'outside' | 'found' | 'failed' | 'timedOut'

/** A purchase, from the press on. */
export interface Purchase {
  /** Distinguishes one press from the next. */
  readonly id: number
  /** The seller. */
  readonly provider: OnrampProvider
  /** The price that the visitor had agreed to; undefined where the amount was left open. */
  readonly quote: OnrampQuoteReply | undefined
  /** The phase of the purchase. */
  readonly phase: PurchasePhase
  /** The provider's page; undefined until it is known. */
  readonly url: string | undefined
  /** The browser kept the window from opening. */
  readonly blocked: boolean
  /** The failure's sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
  /** The purchase as it was when the history first had it; `onrampPurchases` follows it from there. */
  readonly row: PurchaseRow | undefined
}

/** A purchase at its beginning. */
interface Begun extends Pick<Purchase, 'provider' | 'quote'> {
  /** Requests the address of the provider's page. */
  readonly urlOf: (signal: AbortSignal) => Promise<string>
}

/** The purchase that was begun last. */
export interface Following {
  /** While it is subscribed to, and the provider's purchases show in the history, that is asked every 4 s, for 180 s at most. */
  readonly purchase: Observable<Purchase | undefined>
  begin(begun: Begun): void
}

/** Begins and follows the purchases of a kit. */
export function followingOf(foyer: Foyer): Following {
  const { clock, report, endings } = contextOf(foyer)
  const history = historyWatch(foyer)
  let watched = false
  let count = 0
  let begunAt = 0
  let requesting = new AbortController()
  const purchase = observable<Purchase | undefined>(undefined, () => {
    watched = true
    follow()
    return () => {
      watched = false
      history.stop()
    }
  })
  const change = (id: number, changed: Partial<Purchase>) => {
    const present = purchase.get()
    if (present?.id === id) purchase.set({ ...present, ...changed })
  }
  const follow = () => {
    const present = purchase.get()
    if (!watched || present?.phase !== 'outside' || !present.provider.tracked) return
    history.start({ since: begunAt, ended: (end) => change(present.id, end) })
  }
  const end = () => {
    requesting.abort()
    history.stop()
    purchase.set(undefined)
  }
  return {
    purchase,
    begin({ provider, quote, urlOf }) {
      // Before anything waits: a browser opens no window after the press.
      const popup = openPopup()
      end()
      endings.add(end)
      requesting = new AbortController()
      const { signal } = requesting
      const id = ++count
      begunAt = clock.now()
      const blocked = popup === undefined
      if (blocked) report(new PopupBlockedError({ provider: provider.name }))
      const unknown = { url: undefined, notice: undefined, row: undefined }
      purchase.set({ id, provider, quote, phase: 'requesting', blocked, ...unknown })
      const failed = (error: unknown) => {
        popup?.close()
        if (signal.aborted) return
        report(error)
        change(id, { phase: 'failed', notice: error instanceof FoyerError ? error.notice : undefined })
      }
      const arrived = (url: string) => {
        if (signal.aborted) return popup?.close()
        popup?.show(url)
        change(id, { phase: 'outside', url })
        follow()
      }
      urlOf(signal).then(arrived).catch(failed)
    },
  }
}

/** The result of the watch: the purchase is there, or its time is over. */
type Seen = Pick<Purchase, 'row'> & { readonly phase: 'found' | 'timedOut' }

interface HistoryWatch {
  /** While it runs already, this changes nothing. */
  start(watch: { readonly since: number; readonly ended: (end: Seen) => void }): void
  stop(): void
}

/** Asks the account's history for a purchase until it is there, or its time is over. */
function historyWatch(foyer: Foyer): HistoryWatch {
  const { clock, report } = contextOf(foyer)
  let running: AbortController | undefined
  const stop = () => {
    running?.abort()
    running = undefined
  }
  return {
    stop,
    start({ since, ended }) {
      const { address } = accountOf(foyer.store.getState())
      if (running || address === undefined) return
      running = new AbortController()
      const { signal } = running
      const finish = (end: Seen) => {
        if (signal.aborted) return
        stop()
        ended(end)
      }
      const cancelDeadline = clock.setTimeout(
        () => finish({ phase: 'timedOut', row: undefined }),
        since + purchaseDeadlineMs - clock.now(),
      )
      signal.addEventListener('abort', cancelDeadline, { once: true })
      untilBought({ foyer, address, since, signal }).then(
        (row) => finish({ phase: 'found', row }),
        (error: unknown) => {
          if (!(error instanceof AbortedError)) report(error)
        },
      )
    },
  }
}

/** @throws OnrampNotServedError for an answer that leads nowhere: the server sells nothing for this network */
export function leadsSomewhere(url: string, networkId: NetworkId | undefined): string {
  if (!isWebAddress(url)) throw new OnrampNotServedError({ networkId })
  return url
}

/** Resolves to what the history has that wasn't there at the start, or has changed since. A failure to ask is reported, and asked again. @throws AbortedError */
async function untilBought({
  foyer,
  address,
  since,
  signal,
}: {
  readonly foyer: Foyer
  readonly address: string
  readonly since: number
  readonly signal: AbortSignal
}): Promise<PurchaseRow> {
  const { clock, api, queries, report } = contextOf(foyer)
  let known: ReadonlyMap<string, string> | undefined
  for (;;) {
    try {
      const server = await api?.()
      const listed = server ? await (await queries()).purchases(server, { address, signal }) : []
      const found = listed.find((each) => isNew({ each, since, known }))
      if (found) return purchaseRow(found)
      known ??= new Map(listed.map(({ id, metadata }) => [id, metadata.status]))
    } catch (error) {
      if (error instanceof AbortedError) throw error
      report(error)
    }
    await sleep({ clock, ms: purchasePollMs, signal })
  }
}

/** By its time, and by what was there at first: the server's clock may be behind. */
function isNew({
  each: { id, metadata },
  since,
  known,
}: {
  readonly each: Transaction
  readonly since: number
  readonly known: ReadonlyMap<string, string> | undefined
}): boolean {
  return Date.parse(metadata.minedAt) > since || (known !== undefined && known.get(id) !== metadata.status)
}

/** A window of another page. */
interface Popup {
  /** @throws UnsafeLinkError for what is no web address [F29] */
  readonly show: (url: string) => void
  readonly close: () => void
}

const size = { width: 600, height: 800 }

/**
 * Opens a window, empty as yet: within the press, as a browser opens none later. What it shows can't reach back to this page.
 *
 * @returns undefined where the browser kept it from opening
 */
function openPopup(page: Window | undefined = globalThis.window): Popup | undefined {
  const opened = page?.open('about:blank', '_blank', featuresOn(page))
  if (!opened || opened.closed) return undefined
  // Not by `noopener`: with that a browser doesn't say whether it opened.
  opened.opener = null
  return {
    show(url) {
      if (!isWebAddress(url)) throw new UnsafeLinkError({ fault: 'scheme' })
      opened.location.replace(url)
    },
    close: () => opened.close(),
  }
}

/** In the middle of the page's own window. */
function featuresOn({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - size.width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - size.height) / 2))
  return `width=${size.width},height=${size.height},left=${left},top=${top},scrollbars=yes`
}

/** Whether a URL may be opened in the visitor's browser [F29]. */
const isWebAddress = (url: string): boolean => isOpenable(url) && /^https?:\/\//i.test(url)

/** A purchase, as a list shows it. */
export interface PurchaseRow {
  readonly id: string
  readonly status: 'inProgress' | 'bought' | 'failed'
  /** CAIP-2. */
  readonly networkId: string
  /** The amount bought, as a decimal string, and its symbol; undefined where the provider doesn't say. */
  readonly amount: string | undefined
  readonly symbol: string | undefined
  readonly iconUrl: string | undefined
  /** The transaction that delivered it; undefined until there is one. */
  readonly hash: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

/** An account's purchases, on every network, newest first: read every 3 s while any of them is in progress. */
export const onrampPurchases: Definition<OfAccount, readonly PurchaseRow[], AccountSubject, readonly PurchaseRow[]> = {
  subject: accountSubject,
  key: ({ network, address }) => ['onrampPurchases', network.caipNetworkId, address],
  freshMs: 3_000,
  pollMs: ({ answers: [rows] }) => rows?.some(({ status }) => status === 'inProgress') === true && 3_000,
  async read({ context: { api, queries }, subject: { address }, signal }) {
    const server = await api?.()
    return server ? (await (await queries()).purchases(server, { address, signal })).map(purchaseRow) : []
  },
  data: ([rows]) => rows,
}

export function purchaseRow({ id, metadata, transfers }: Transaction): PurchaseRow {
  const bought = transfers.find(({ direction }) => direction === 'in') ?? transfers[0]
  return {
    id,
    status: statusOf(metadata.status),
    networkId: metadata.chain,
    amount: bought?.quantity.numeric,
    symbol: bought?.fungible_info?.symbol,
    iconUrl: bought?.fungible_info?.icon?.url,
    hash: metadata.hash || undefined,
    at: Date.parse(metadata.minedAt),
  }
}

function statusOf(status: Transaction['metadata']['status']): PurchaseRow['status'] {
  switch (status) {
    case 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS':
    case 'pending':
      return 'inProgress'
    case 'ONRAMP_TRANSACTION_STATUS_FAILED':
    case 'failed':
      return 'failed'
    default:
      return 'bought'
  }
}
