import type { NetworkId } from '../chain/ids.js'
import { sleep } from '../clock/sleep.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { OnrampNotServedError, PopupBlockedError } from '../errors/onramp.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { type Observable, observable } from '../store/observable.js'
import { accountOf } from '../store/selectors.js'
import type { OnrampProvider } from '../wire/onramp.js'
import type { Transaction } from '../wire/transaction.js'
import { isWebAddress, openPopup } from './popup.js'

/** How often the history is asked for a purchase, and for how long. */
export const purchasePollMs = 4_000
export const purchaseDeadlineMs = 180_000

/**
 * Where a purchase stands: its page's address is requested; the visitor buys there; it shows in the account's history; its page can't be had; nothing
 * was seen in time.
 */
export type PurchasePhase = 'requesting' | 'outside' | 'found' | 'failed' | 'timedOut'

/** A purchase, from the press on. */
export interface Purchase {
  /** Distinguishes one press from the next. */
  readonly id: number
  readonly provider: OnrampProvider
  readonly phase: PurchasePhase
  /** The provider's page; undefined until it is known. */
  readonly url: string | undefined
  /** The browser kept the window from opening. */
  readonly blocked: boolean
  /** The failure's sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
}

/** The purchase that was begun last. */
export interface Following {
  /** While it is subscribed to, and the provider's purchases show in the history, that is asked every 4 s, for 180 s at most. */
  readonly purchase: Observable<Purchase | undefined>
  begin(begun: { readonly provider: OnrampProvider; readonly urlOf: UrlOf }): void
  end(): void
}

/** Requests the address of a provider's page. */
export type UrlOf = (signal: AbortSignal) => Promise<string>

/** Begins and follows the purchases of a kit. */
export function followingOf(foyer: Foyer): Following {
  const { clock, report } = contextOf(foyer)
  let watched = false
  let count = 0
  let begunAt = 0
  let requesting = new AbortController()
  let polling: AbortController | undefined
  const purchase = observable<Purchase | undefined>(undefined, () => {
    watched = true
    follow()
    return () => {
      watched = false
      stopPolling()
    }
  })
  const stopPolling = () => {
    polling?.abort()
    polling = undefined
  }
  const change = (id: number, changed: Partial<Purchase>) => {
    const present = purchase.get()
    if (present?.id === id) purchase.set({ ...present, ...changed })
  }
  const follow = () => {
    const present = purchase.get()
    if (!watched || polling || present?.phase !== 'outside' || !present.provider.tracked) return
    const { address } = accountOf(foyer.store.getState())
    if (address === undefined) return
    const mine = new AbortController()
    polling = mine
    const { id } = present
    const ended = (phase: PurchasePhase) => {
      stopPolling()
      change(id, { phase })
    }
    const cancelDeadline = clock.setTimeout(() => ended('timedOut'), begunAt + purchaseDeadlineMs - clock.now())
    mine.signal.addEventListener('abort', cancelDeadline, { once: true })
    untilBought({ foyer, address, since: begunAt, signal: mine.signal }).then(
      () => ended('found'),
      (error: unknown) => {
        if (!(error instanceof AbortedError)) report(error)
      },
    )
  }
  return {
    purchase,
    begin({ provider, urlOf }) {
      // Before anything waits: a browser opens no window after the press.
      const popup = openPopup()
      requesting.abort()
      requesting = new AbortController()
      const { signal } = requesting
      stopPolling()
      const id = ++count
      begunAt = clock.now()
      const blocked = popup === undefined
      if (blocked) report(new PopupBlockedError({ provider: provider.name }))
      purchase.set({ id, provider, phase: 'requesting', url: undefined, blocked, notice: undefined })
      urlOf(signal).then(
        (url) => {
          if (signal.aborted) return popup?.close()
          popup?.show(url)
          change(id, { phase: 'outside', url })
          follow()
        },
        (error: unknown) => {
          popup?.close()
          if (signal.aborted) return
          report(error)
          const notice = error instanceof FoyerError ? error.notice : undefined
          change(id, { phase: 'failed', notice })
        },
      )
    },
    end() {
      requesting.abort()
      stopPolling()
      purchase.set(undefined)
    },
  }
}

/** @throws OnrampNotServedError for an answer that leads nowhere: the server sells nothing for this network */
export function leadsSomewhere(url: string, networkId: NetworkId | undefined): string {
  if (!isWebAddress(url)) throw new OnrampNotServedError({ networkId })
  return url
}

/** Ends when the history has what wasn't there at the start, or has changed since. A failure to ask is reported, and asked again. @throws AbortedError */
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
}): Promise<void> {
  const { clock, api, queries, report } = contextOf(foyer)
  let known: ReadonlyMap<string, string> | undefined
  for (;;) {
    try {
      const server = await api?.()
      const listed = server ? await (await queries()).purchases(server, { address, signal }) : []
      if (listed.some((each) => isNew({ each, since, known }))) return
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
